/** Writes a table of FlatBuffers with the functions that flatc generates. */
import { Builder } from 'flatbuffers';

type Column = ArrayBufferView | number | null;

/** A column that is `null` is left out. */
type Columns<Table> = {
  readonly [Name in keyof Table as Name extends `add${infer Field}` ? Uncapitalize<Field> : never]?: Column;
};

/**
 * @param name of the table in its schema
 * @param columns in any order, other members are ignored
 */
export function tableBytes<Table extends object>(
  table: Table,
  name: string,
  columns: Columns<Table>,
): Uint8Array {
  const functions = table as unknown as Record<string, (builder: Builder, value?: unknown) => number>;
  const byName = columns as Readonly<Record<string, Column | undefined>>;
  const builder = new Builder(4096);
  const fields = Object.getOwnPropertyNames(table).flatMap((member) => {
    const field = /^add(.*)$/.exec(member)?.[1];
    const column = field && byName[field[0].toLowerCase() + field.slice(1)];
    if (!field || column === undefined || column === null) return [];
    return [
      [field, typeof column === 'number' ? column : functions[`create${field}Vector`](builder, column)],
    ];
  });
  functions[`start${name}`](builder);
  for (const [field, value] of fields) functions[`add${field}`](builder, value);
  functions[`finish${name}Buffer`](builder, functions[`end${name}`](builder));
  return builder.asUint8Array();
}
