/** Saves text as a file on the visitor's machine by a Blob link, without a request. */

/** Marks UTF-8 for spreadsheets. */
const BYTE_ORDER_MARK = '\uFEFF';

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}

export const saveCsv = (name: string, csv: string): void =>
  saveFile(`${name}.csv`, new Blob([BYTE_ORDER_MARK, csv], { type: 'text/csv' }));

export const saveGeojson = (name: string, geojson: object): void =>
  saveFile(`${name}.geojson`, new Blob([JSON.stringify(geojson)], { type: 'application/geo+json' }));
