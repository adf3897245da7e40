import { buildPage } from '../../../tiles-builder/page/build-page.ts';

/** Builds the page before tests need it concurrently. */
export async function setup(): Promise<void> {
  await buildPage();
}
