/** Reads a folder as an R2 bucket, through workerd's service of the folder; files are named by their keys. */

const EMPTY: R2ObjectBody = { arrayBuffer: async () => new ArrayBuffer(0) } as R2ObjectBody;

/** @throws Error if the folder answers neither with the file nor that there is none */
export function bucketOfFolder(folder: Fetcher): R2Bucket {
  const ask = (path: string, headers: HeadersInit = {}): Promise<Response> =>
    folder.fetch(`http://folder/${path}`, { headers });
  const bucket = {
    async get(key: string, options?: R2GetOptions): Promise<unknown> {
      const range = options?.range as { offset: number; length: number } | undefined;
      const response = await ask(
        key,
        range && { Range: `bytes=${range.offset}-${range.offset + range.length - 1}` },
      );
      if (response.status === 404) return null;
      if (response.status === 416) return EMPTY;
      if (!response.ok) throw new Error(`the folder answers ${response.status} for ${key}`);
      return response;
    },
  };
  return bucket as unknown as R2Bucket;
}
