/** Buttons and keys for drawing a zone: dragging vertices, finish, clear, and undo by a stack of earlier drawings. */
import type { Position } from '../../geo/positions.ts';
import {
  addVertex,
  canFinish,
  finish,
  MIN_VERTICES,
  moveVertex,
  type VertexIndex,
} from '../map/polygon-editor.ts';
import { type Drawing, EMPTY_DRAWING } from '../question.ts';
import { texts } from '../text/texts.ts';
import { distance } from '../text/wording.ts';
import { byId } from './elements.ts';

const MAX_UNDO_STEPS = 200;
/** Elements that use keys themselves. */
const TYPING = 'input[type="text"], input[type="search"], textarea, dialog';

export interface ZoneChange {
  readonly isSamePlace?: boolean;
  readonly moreToCome?: boolean;
}

export class ZoneTools {
  readonly #finish = byId<HTMLButtonElement>('finish');
  readonly #undo = byId<HTMLButtonElement>('undo');
  readonly #clear = byId<HTMLButtonElement>('clear');
  readonly #history: Drawing[] = [];
  readonly #changed: (drawing: Drawing, kind: ZoneChange) => void;
  #drawing: Drawing = EMPTY_DRAWING;
  #isDragging = false;

  constructor(changed: (drawing: Drawing, kind: ZoneChange) => void) {
    this.#changed = changed;
    this.#finish.addEventListener('click', () => this.finish());
    this.#undo.addEventListener('click', () => this.undo());
    this.#clear.addEventListener('click', () => this.change(EMPTY_DRAWING));
    document.addEventListener('keydown', (event) => {
      const target = event.target as Element;
      if (byId('draw').hidden || target.closest(TYPING)) return;
      const undoes =
        event.key === 'Backspace' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z');
      const finishes = event.key === 'Enter' && !target.closest('button, a, summary, input');
      if (!undoes && !(finishes && canFinish(this.#drawing))) return;
      event.preventDefault();
      if (undoes) this.undo();
      else this.finish();
    });
  }

  show(drawing: Drawing): void {
    this.#drawing = drawing;
    const vertices = drawing.parts[0]?.[0]?.length ?? 0;
    this.#finish.hidden = drawing.closed;
    this.#finish.disabled = !canFinish(drawing);
    this.#undo.disabled = this.#history.length === 0;
    this.#clear.disabled = vertices === 0;
    byId('draw-hint').textContent = drawing.closed
      ? texts.dragVertices
      : vertices < MIN_VERTICES
        ? texts.clickVertices
        : texts.goOnOrFinish;
    const simplified = byId('simplified');
    simplified.hidden = drawing.within_m === 0;
    simplified.textContent = texts.simplified(distance(drawing.within_m));
  }

  remember(): void {
    this.#history.push(this.#drawing);
    if (this.#history.length > MAX_UNDO_STEPS) this.#history.shift();
  }

  change(drawing: Drawing): void {
    if (drawing === this.#drawing) return;
    this.remember();
    this.#set(drawing, {});
  }

  addVertex(at: Position): void {
    this.change(addVertex(this.#drawing, at));
  }

  dragVertex(at: VertexIndex, to: Position, inserted: boolean, done: boolean): void {
    if (!this.#isDragging) this.remember();
    this.#isDragging = !done;
    this.#set(moveVertex(this.#drawing, at, to, inserted), { isSamePlace: true, moreToCome: !done });
  }

  finish(): void {
    this.change(finish(this.#drawing));
  }

  undo(): void {
    const before = this.#history.pop();
    if (before) this.#set(before, {});
  }

  #set(drawing: Drawing, kind: ZoneChange): void {
    this.#drawing = drawing;
    this.#changed(drawing, kind);
  }
}
