/** Defines the step that finds the persons of the panel in the location data by ClickHouse, and writes them by partition. */

import type { Step } from '../base/steps/step.ts';
import { findPersons, type PanelFigures } from '../daytime/find-persons.ts';
import { PanelWriter } from '../daytime/panel-persons.ts';
import type { Config, LocationsConfig } from '../sources/config/config.ts';
import { writeFigures } from './step-files.ts';

export const personsStep = (
  config: Config & { readonly locations: LocationsConfig },
  clickhouse: string | undefined,
  from: unknown,
): Step => ({
  name: 'persons',
  module: import.meta.url,
  from,
  needs: [],
  begin:
    async ({ progress }) =>
    async (folder) => {
      const writer = new PanelWriter(folder);
      const figures = await findPersons({ ...config, clickhouse, progress }, (persons) =>
        writer.add(persons),
      );
      writer.finish();
      writeFigures(folder, figures satisfies PanelFigures);
    },
});
