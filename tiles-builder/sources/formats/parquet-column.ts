/** Reads Parquet columns page by page, for row groups of any size. Source: parquet.apache.org, file format. */
import type { AsyncBuffer, ColumnChunk, Compressors, DecodedArray, SchemaTree } from 'hyparquet';
import { parquetHeader, readPage } from 'hyparquet/src/column.js';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { getMaxRepetitionLevel, getTreePath } from 'hyparquet/src/schema.js';
import type { ColumnDecoder, PageHeader } from 'hyparquet/src/types.js';
import { IndexedPage, type Page } from './indexed-page.ts';

export interface RowValues {
  take(count: number): Promise<ArrayLike<unknown>>;
}

const LARGEST_PAGE_BYTES = 256e6;
const WINDOW_BYTES = 65_536;

/** Retains at most one page. */
export class PagedColumn implements RowValues {
  readonly #buffer: AsyncBuffer;
  readonly #decoder: ColumnDecoder;
  readonly #end: number;
  #offset: number;
  #windowStart = 0;
  #window = new ArrayBuffer(0);
  #rowsToCome: number;
  #dictionary: DecodedArray | undefined;
  #page: Page = pageOf([]);
  #leftInPage = 0;

  constructor(
    buffer: AsyncBuffer,
    schema: SchemaTree,
    { meta_data, file_path }: ColumnChunk,
    rows: number,
    compressors: Compressors,
  ) {
    if (!meta_data || file_path) throw new Error('a column is not in the file');
    const { path_in_schema, type, codec, data_page_offset, dictionary_page_offset } = meta_data;
    const schemaPath = getTreePath(schema, path_in_schema);
    if (getMaxRepetitionLevel(schemaPath) > 0) throw new Error('a column has lists of values');
    const { element } = schemaPath[schemaPath.length - 1];
    this.#decoder = {
      ...{ pathInSchema: path_in_schema, schemaPath, element, type, codec },
      ...{ parsers: DEFAULT_PARSERS, compressors: withinBounds(compressors), utf8: false },
    };
    this.#buffer = buffer;
    this.#offset = Number(dictionary_page_offset || data_page_offset);
    this.#end = this.#offset + Number(meta_data.total_compressed_size);
    if (this.#offset < 0 || this.#end > buffer.byteLength)
      throw new Error('a column reaches beyond the file');
    if (Number(meta_data.num_values) !== rows) throw new Error('rows are missing');
    this.#rowsToCome = rows;
  }

  async take(count: number): Promise<unknown[]> {
    const values: unknown[] = [];
    while (values.length < count) {
      if (this.#leftInPage === 0) await this.#turnPage();
      const some = Math.min(this.#leftInPage, count - values.length);
      for (let i = 0; i < some; i++) values.push(this.#page.next());
      this.#leftInPage -= some;
    }
    return values;
  }

  async #turnPage(): Promise<void> {
    const header = await this.#header();
    const size_bytes = header.compressed_page_size;
    if (!(size_bytes >= 0 && this.#offset + size_bytes <= this.#end)) {
      throw new Error('a page reaches beyond its column');
    }
    if (Math.max(size_bytes, header.uncompressed_page_size) > LARGEST_PAGE_BYTES) {
      throw new Error('a page is too large to be one');
    }
    const rows = header.data_page_header?.num_values ?? header.data_page_header_v2?.num_values ?? 0;
    if (!(rows >= 0 && rows <= this.#rowsToCome)) throw new Error('a page has more rows than its group');
    const around = await this.#bytes(size_bytes);
    const bytes = new Uint8Array(around.buffer, around.byteOffset, size_bytes).slice();
    const view = new DataView(bytes.buffer);
    this.#offset += size_bytes;
    const whole = (): DecodedArray =>
      readPage({ view, offset: 0 }, header, this.#decoder, this.#dictionary, undefined, 0).data ?? [];
    if (header.type === 'DICTIONARY_PAGE') {
      this.#dictionary = convert(whole(), this.#decoder);
      return;
    }
    this.#page = IndexedPage.of(header, bytes, this.#decoder, this.#dictionary) ?? pageOf(whole());
    if (this.#page.rows !== rows) throw new Error('a page does not hold the rows that it names');
    this.#leftInPage = rows;
    this.#rowsToCome -= rows;
  }

  async #header(): Promise<PageHeader> {
    const left_bytes = this.#end - this.#offset;
    for (let size_bytes = WINDOW_BYTES; ; size_bytes *= 16) {
      const reader = { view: await this.#bytes(Math.min(size_bytes, left_bytes)), offset: 0 };
      try {
        const header = parquetHeader(reader);
        this.#offset += reader.offset;
        return header;
      } catch (cause) {
        if (size_bytes >= left_bytes) throw cause;
      }
    }
  }

  async #bytes(size_bytes: number): Promise<DataView> {
    let start = this.#offset - this.#windowStart;
    if (start < 0 || start + size_bytes > this.#window.byteLength) {
      const end = Math.min(this.#end, this.#offset + Math.max(size_bytes, WINDOW_BYTES));
      this.#window = await this.#buffer.slice(this.#offset, end);
      this.#windowStart = this.#offset;
      start = 0;
    }
    return new DataView(this.#window, start, size_bytes);
  }
}

function pageOf(values: DecodedArray): Page {
  let next = 0;
  return { rows: values.length, next: () => values[next++] };
}

export const withinBounds = (compressors: Compressors): Compressors =>
  Object.fromEntries(
    Object.entries(compressors).map(([codec, decompress]) => [
      codec,
      (input: Uint8Array, outputLength: number) => {
        if (outputLength > LARGEST_PAGE_BYTES) throw new Error('a page is too large to be one');
        return decompress!(input, outputLength);
      },
    ]),
  );
