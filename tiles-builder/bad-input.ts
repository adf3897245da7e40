/** Input that cannot be built from. The message names file, line or feature, and reason. */
export class BadInput extends Error {
  override readonly name = 'BadInput';

  constructor(file: string, where: string | null, reason: string) {
    super(where === null ? `${file}: ${reason}` : `${file}, ${where}: ${reason}`);
  }
}
