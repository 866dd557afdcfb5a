import { expect, it } from 'vitest';
import { WaitingTicket, WaitingLine } from '../../../transport/waiting-line.ts';

/** Removes all tickets of a line, from its front. */
function drain(line: WaitingLine<string>, places: readonly WaitingTicket<string>[]): string[] {
  const order: string[] = [];
  for (let { first } = line; first !== undefined; { first } = line) {
    order.push(first);
    line.leave(places.find(({ owner }) => owner === first)!);
  }
  return order;
}

it('keeps the order of joining when some leave and join again', () => {
  const line = new WaitingLine<string>();
  const places = ['a', 'b', 'c', 'd', 'e'].map((name) => new WaitingTicket(name));
  const [a, b, c, , e] = places as [
    WaitingTicket<string>,
    WaitingTicket<string>,
    WaitingTicket<string>,
    WaitingTicket<string>,
    WaitingTicket<string>,
  ];
  expect(line.first).toBeUndefined();
  for (const ticket of places) line.join(ticket);
  // The tickets leave from the middle, the front and the end; then two of them join again.
  for (const ticket of [c, a, e]) line.leave(ticket);
  for (const ticket of [a, c]) line.join(ticket);
  expect(places.map(({ isTaken }) => isTaken)).toEqual([true, true, true, true, false]);
  // Neither operation has an effect a second time.
  line.join(b);
  line.leave(e);
  expect(drain(line, places)).toEqual(['b', 'd', 'a', 'c']);
  expect(places.map(({ isTaken, ahead, behind }) => [isTaken, ahead, behind])).toEqual(
    places.map(() => [false, undefined, undefined]),
  );
  line.join(e);
  expect(drain(line, places)).toEqual(['e']);
});
