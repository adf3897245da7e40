/** Handles buttons and keys for drawing a zone: dragging vertices, finish, clear, and undo by a stack of earlier drawings. */
import type { Position } from '../../geo/positions.ts';
import {
  addVertex,
  canFinish,
  finish,
  MIN_VERTICES,
  moveVertex,
  shellOf,
  type VertexIndex,
} from '../map/polygon-editor.ts';
import { NO_ZONE, type ZonePlace } from '../question.ts';
import { texts } from '../text/texts.ts';
import { distance } from '../text/wording.ts';
import { byId } from './elements.ts';

const MAX_UNDO_STEPS = 200;
/** Elements that use keys themselves. */
const TYPING = 'input[type="text"], input[type="search"], textarea, dialog';

export class ZoneTools {
  readonly #finish = byId<HTMLButtonElement>('finish');
  readonly #undo = byId<HTMLButtonElement>('undo');
  readonly #clear = byId<HTMLButtonElement>('clear');
  readonly #history: ZonePlace[] = [];
  readonly #changed: (zone: ZonePlace, moreToCome: boolean) => void;
  #zone = NO_ZONE;
  #isDragging = false;

  constructor(changed: (zone: ZonePlace, moreToCome: boolean) => void) {
    this.#changed = changed;
    this.#finish.addEventListener('click', () => this.finish());
    this.#undo.addEventListener('click', () => this.undo());
    this.#clear.addEventListener('click', () => this.change(NO_ZONE));
    document.addEventListener('keydown', (event) => {
      const target = event.target as Element;
      if (byId('draw').hidden || target.closest(TYPING)) return;
      const undoes =
        event.key === 'Backspace' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z');
      const finishes = event.key === 'Enter' && !target.closest('button, a, summary, input');
      if (!undoes && !(finishes && canFinish(this.#zone))) return;
      event.preventDefault();
      if (undoes) this.undo();
      else this.finish();
    });
  }

  show(zone: ZonePlace): void {
    this.#zone = zone;
    const vertices = shellOf(zone).length;
    this.#finish.hidden = zone.closed;
    this.#finish.disabled = !canFinish(zone);
    this.#undo.disabled = this.#history.length === 0;
    this.#clear.disabled = vertices === 0;
    byId('draw-hint').textContent = zone.closed
      ? texts.dragVertices
      : vertices < MIN_VERTICES
        ? texts.clickVertices
        : texts.goOnOrFinish;
    const simplified = byId('simplified');
    simplified.hidden = zone.within_m === 0;
    simplified.textContent = texts.simplified(distance(zone.within_m));
  }

  remember(): void {
    this.#history.push(this.#zone);
    if (this.#history.length > MAX_UNDO_STEPS) this.#history.shift();
  }

  change(zone: ZonePlace): void {
    if (zone === this.#zone) return;
    this.remember();
    this.#set(zone);
  }

  addVertex(at: Position): void {
    this.change(addVertex(this.#zone, at));
  }

  dragVertex(at: VertexIndex, to: Position, inserted: boolean, done: boolean): void {
    if (!this.#isDragging) this.remember();
    this.#isDragging = !done;
    this.#set(moveVertex(this.#zone, at, to, inserted), !done);
  }

  finish(): void {
    this.change(finish(this.#zone));
  }

  undo(): void {
    const before = this.#history.pop();
    if (before) this.#set(before);
  }

  #set(zone: ZonePlace, moreToCome = false): void {
    this.#zone = zone;
    this.#changed(zone, moreToCome);
  }
}
