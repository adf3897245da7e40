/** Splits GeoJSON of any size into the texts of its features, without parsing: by depth of brackets outside strings. */
import { BadInput } from '../../base/failures/bad-input.ts';
import { WHOLE_FILE } from './byte-reader.ts';
import { chunksOf } from './chunks.ts';
import { textOf } from './text.ts';

const [QUOTE, BACKSLASH, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, COMMA] = Buffer.from('"\\{}[],');
const SPACE = 0x20;
const LARGEST_BYTES = 128 << 20;
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  [QUOTE, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST].includes(byte) ? 0 : 1,
);
const FEATURES = /[{,]\s*"features"\s*:\s*$/;

export interface JsonPiece {
  /** An item of `features`, or an object without its features. */
  readonly kind: 'feature' | 'whole';
  readonly text: string;
  /** The text of the collection before its features, `null` for a whole object. */
  readonly before: string | null;
}

export async function* jsonPieces(file: string): AsyncGenerator<JsonPiece> {
  const splitter = new Splitter(file);
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(file)) {
    chunks.push(chunk);
    bytes += chunk.length;
    // What is kept of a large object is copied only with as many bytes, so that copying stays linear.
    if (bytes < splitter.kept_bytes) continue;
    yield* splitter.take(Buffer.concat(chunks));
    chunks = [];
    bytes = 0;
  }
  yield* splitter.take(Buffer.concat(chunks));
  splitter.end();
}

class Splitter {
  readonly #file: string;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #depth = 0;
  #inString = false;
  #start = 0;
  #around: string | null = null;
  #rest = '';
  #isInFeatures = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** The number of bytes of an object whose end is not found yet. */
  get kept_bytes(): number {
    return this.#bytes.length - this.#start;
  }

  *take(chunk: Buffer): Generator<JsonPiece> {
    const kept = this.#bytes.subarray(this.#start);
    if (kept.length + this.#rest.length > LARGEST_BYTES) {
      throw new BadInput(this.#file, null, 'is not GeoJSON: an object in it is too large to be a feature');
    }
    this.#at -= this.#start;
    this.#start = 0;
    this.#bytes = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
    const bytes = this.#bytes;
    while (this.#at < bytes.length) {
      if (this.#inString) {
        this.#skipString();
        continue;
      }
      const isBetween = this.#depth === (this.#isInFeatures ? 2 : 0);
      if (!isBetween) this.#skipPlain();
      if (this.#at === bytes.length) break;
      const byte = bytes[this.#at++];
      if (byte === OPEN || byte === OPEN_LIST) this.#open(byte);
      else if (byte === CLOSE || byte === CLOSE_LIST) {
        const piece = this.#close();
        if (piece) yield piece;
      } else if (isBetween) this.#passBetween(byte);
      else this.#inString = true;
    }
  }

  end(): void {
    if (this.#depth > 0 || this.#inString) {
      throw new BadInput(
        this.#file,
        null,
        'is not JSON, or is cut off: it ends within an object',
        WHOLE_FILE,
      );
    }
  }

  #open(byte: number): void {
    if (this.#depth === 0) {
      if (byte !== OPEN) throw new BadInput(this.#file, null, 'is not GeoJSON: an object expected');
      this.#start = this.#at - 1;
    } else if (this.#isInFeatures && this.#depth === 2) this.#start = this.#at - 1;
    this.#depth++;
    if (byte === OPEN_LIST && this.#depth === 2 && !this.#isInFeatures) this.#openFeatures();
  }

  #close(): JsonPiece | null {
    this.#depth--;
    if (this.#depth < 0) throw this.#notJson();
    if (this.#isInFeatures && this.#depth === 2) {
      return { kind: 'feature', text: this.#piece(), before: this.#around };
    }
    if (this.#isInFeatures && this.#depth === 1) {
      this.#isInFeatures = false;
      this.#start = this.#at - 1;
    }
    if (this.#depth > 0) return null;
    const text = this.#rest + this.#piece();
    this.#rest = '';
    this.#around = null;
    return { kind: 'whole', text, before: null };
  }

  /** Commas, white space and record separators (RFC 8142). */
  #passBetween(byte: number): void {
    const isAllowed = byte <= SPACE || (this.#isInFeatures ? byte === COMMA : this.#isByteOrderMark(byte));
    if (!isAllowed) throw this.#notJson();
    this.#start = this.#at;
  }

  #openFeatures(): void {
    const before = this.#bytes.toString('latin1', Math.max(this.#start, this.#at - 64), this.#at - 1);
    if (!FEATURES.test(before)) return;
    const text = textOf(this.#bytes.subarray(this.#start, this.#at));
    this.#around = this.#rest + text;
    this.#rest += text;
    this.#isInFeatures = true;
    this.#start = this.#at;
  }

  #piece(): string {
    const text = textOf(this.#bytes.subarray(this.#start, this.#at));
    this.#start = this.#at;
    return text;
  }

  /** Retains earlier bytes, to see all backslashes before a quote. */
  #skipString(): void {
    const bytes = this.#bytes;
    const end = bytes.indexOf(QUOTE, this.#at);
    this.#at = end < 0 ? bytes.length : end + 1;
    if (end < 0) return;
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) this.#inString = false;
  }

  #skipPlain(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    while (at < bytes.length && IS_PLAIN[bytes[at]] === 1) at++;
    this.#at = at;
  }

  #isByteOrderMark(byte: number): boolean {
    return this.#at <= 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf);
  }

  #notJson(): BadInput {
    return new BadInput(this.#file, null, 'is not JSON: something stands between its objects');
  }
}
