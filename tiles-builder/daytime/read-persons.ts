/** Reads a panel as a CSV: how many persons live in one H3 cell and have their usual occupation place in another, found elsewhere. */
import { getResolution, isValidCell } from 'h3-js';
import { type Cell, GRID_RESOLUTION } from '../../src/geo/cells.ts';
import { BadInput } from '../base/failures/bad-input.ts';
import type { PersonsConfig } from '../sources/config/config.ts';
import { eachRecord, type TableRow, textIn } from '../sources/table-rows.ts';
import type { PanelReport } from './find-places.ts';
import type { PanelPersons } from './panel-persons.ts';

const DAY_MS = 86_400_000;

/**
 * @param take is called for each row
 * @throws BadInput that names the line of a value that is no cell, or no whole number of persons
 */
export async function readPersons(
  { file, home, occupation, persons, first_day, last_day }: PersonsConfig,
  take: (persons: PanelPersons) => void,
): Promise<PanelReport> {
  const days = (Date.parse(last_day) - Date.parse(first_day)) / DAY_MS + 1;
  if (days < 1)
    throw new BadInput(file, null, `its last day, ${last_day}, is before its first, ${first_day}`);
  const found = { all: 0, withOccupation: 0 };
  await eachRecord(file, [home, occupation, persons], (row) => {
    const read = {
      home: cellIn(file, row, home),
      occupation: textIn(row, occupation) === '' ? null : cellIn(file, row, occupation),
      persons: personsIn(file, row, persons),
    };
    found.all += read.persons;
    if (read.occupation !== null) found.withOccupation += read.persons;
    take(read);
  });
  return {
    persons_read: found.all,
    persons_with_stays: found.all,
    persons_with_home: found.all,
    persons_with_occupation: found.withOccupation,
    ...{ days, first_day, last_day },
  };
}

function cellIn(file: string, row: TableRow, column: string): Cell {
  const cell = textIn(row, column).toLowerCase();
  if (isValidCell(cell) && getResolution(cell) === GRID_RESOLUTION) return cell;
  throw new BadInput(
    file,
    row.where,
    `${column} is not an H3 cell of resolution ${GRID_RESOLUTION}: ${cell.slice(0, 80)}`,
  );
}

const MOST_PERSONS = 2 ** 32 - 1;

function personsIn(file: string, row: TableRow, column: string): number {
  const text = textIn(row, column);
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MOST_PERSONS) return number;
  throw new BadInput(
    file,
    row.where,
    `${column} is not a whole number of persons of at least 1: ${text.slice(0, 80)}`,
  );
}
