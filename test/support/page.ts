import { buildPage } from '../../tiles-builder/page/build-page.ts';

/** The page is among the Worker's assets: built once, before several tests ask for it at the same time. */
export async function setup(): Promise<void> {
  await buildPage();
}
