import { buildPage } from '../../../tiles-builder/page/build-page.ts';

/** Tests need the page concurrently. */
export async function setup(): Promise<void> {
  await buildPage();
}
