/** Where a dataset is published to. */
export interface Bucket {
  /** @returns the object's bytes, or `null` where there is none */
  get(key: string): Promise<Uint8Array | null>;
  /** Bytes of an object, or `null` where there is none. */
  size(key: string): Promise<number | null>;
  put(key: string, bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}
