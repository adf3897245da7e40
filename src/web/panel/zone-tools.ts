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

/** Elements that use keys themselves. */
const TYPING = 'input[type="text"], input[type="search"], textarea, dialog';

export function zoneTools(changed: (zone: ZonePlace, moreToCome: boolean) => void) {
  const [finishButton, undoButton, clearButton] = ['finish', 'undo', 'clear'].map((id) =>
    byId<HTMLButtonElement>(id),
  );
  const history: ZonePlace[] = [];
  let current = NO_ZONE;
  let isDragging = false;

  const set = (zone: ZonePlace, moreToCome = false): void => {
    current = zone;
    changed(zone, moreToCome);
  };
  const remember = (): void => void history.push(current);
  const change = (zone: ZonePlace): void => {
    if (zone === current) return;
    remember();
    set(zone);
  };
  const finishZone = (): void => change(finish(current));
  const undo = (): void => {
    const before = history.pop();
    if (before) set(before);
  };

  finishButton.addEventListener('click', finishZone);
  undoButton.addEventListener('click', undo);
  clearButton.addEventListener('click', () => change(NO_ZONE));
  document.addEventListener('keydown', (event) => {
    const target = event.target as Element;
    if (byId('draw').hidden || target.closest(TYPING)) return;
    const undoes =
      event.key === 'Backspace' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z');
    const finishes = event.key === 'Enter' && !target.closest('button, a, summary, input');
    if (!undoes && !(finishes && canFinish(current))) return;
    event.preventDefault();
    if (undoes) undo();
    else finishZone();
  });

  return {
    remember,
    finish: finishZone,
    addVertex: (at: Position): void => change(addVertex(current, at)),
    dragVertex(at: VertexIndex, to: Position, inserted: boolean, done: boolean): void {
      if (!isDragging) remember();
      isDragging = !done;
      set(moveVertex(current, at, to, inserted), !done);
    },
    show(zone: ZonePlace): void {
      current = zone;
      const vertices = shellOf(zone).length;
      finishButton.hidden = zone.closed;
      finishButton.disabled = !canFinish(zone);
      undoButton.disabled = history.length === 0;
      clearButton.disabled = vertices === 0;
      const drawing = vertices < MIN_VERTICES ? texts.clickVertices : texts.goOnOrFinish;
      byId('draw-hint').textContent = zone.closed ? texts.dragVertices : drawing;
      byId('simplified').hidden = zone.within_m === 0;
      byId('simplified').textContent = texts.simplified(distance(zone.within_m));
    },
  };
}
