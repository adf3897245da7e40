import { buildPage } from '../../../tiles-builder/page/build-page.ts';

/** Builds the page, one of the Worker's assets, before tests need it concurrently. */
export async function setup(): Promise<void> {
  await buildPage();
}
