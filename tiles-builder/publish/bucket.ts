/** An object as a bucket lists it. */
export interface ListedObject {
  readonly key: string;
  readonly writtenAt_ms: number;
}

/** Where a dataset is published to. */
export interface Bucket {
  /** @returns the object's bytes, or `null` where there is none */
  get(key: string): Promise<Uint8Array | null>;
  /** The MD5 checksum of an object, hexadecimal, or `null` where there is none. */
  md5(key: string): Promise<string | null>;
  /** Writes an object. The bucket refuses bytes that do not arrive as they were sent. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** All objects whose names begin with `prefix`. */
  list(prefix: string): Promise<readonly ListedObject[]>;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}
