/** Writes a table of FlatBuffers with the functions that flatc generates, column after column in the order given. */
import { Builder } from 'flatbuffers';

type Column = ArrayBufferView | readonly string[] | string | number | boolean | null;

/** A column that is `null` is left out. */
type Columns<Table> = {
  readonly [Name in keyof Table as Name extends `add${infer Field}` ? Uncapitalize<Field> : never]?: Column;
};

/** @param name of the table in its schema */
export function tableBytes<Table extends object>(
  table: Table,
  name: string,
  columns: Columns<Table>,
): Uint8Array {
  const functions = table as unknown as Record<string, (builder: Builder, value?: unknown) => number>;
  const builder = new Builder(4096);
  const stored = (field: string, column: Column): unknown => {
    if (typeof column === 'string') return builder.createString(column);
    if (typeof column !== 'object') return column;
    const entries = Array.isArray(column) ? column.map((text) => builder.createString(text)) : column;
    return functions[`create${field}Vector`](builder, entries);
  };
  const fields = Object.entries<Column>(columns as Record<string, Column>).flatMap(([own, column]) => {
    const field = own[0].toUpperCase() + own.slice(1);
    return column === null ? [] : [[field, stored(field, column)] as const];
  });
  functions[`start${name}`](builder);
  for (const [field, value] of fields) functions[`add${field}`](builder, value);
  functions[`finish${name}Buffer`](builder, functions[`end${name}`](builder));
  return builder.asUint8Array();
}
