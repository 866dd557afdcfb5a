import { MAX_LINE_LENGTH } from '../contracts/ingest/parse-traffic-line.ts';

const START = '{"shared":{';
const MIDDLE = '},"events":[';
/** JSON has no tab within a text: where one stands, an event begins, and nobody has to parse the line to find it. */
const TAB = '\t';
const [BETWEEN, END] = [',', ']}'];
/** What stands before the first event, between two, and behind the last. */
const [FIRST, NEXT, LAST] = [`${MIDDLE}${TAB}{`, `}${BETWEEN}${TAB}{`, `}${END}`];

/**
 * One line for several events, which says once what all of them say: the line that a call ends with is half as long for it. It is a document
 * of JSON.
 * @param shared members of each, without braces
 * @param events the other members of each, without braces; at least one
 */
export function joinEvents(shared: string, events: readonly string[]): string {
  const [first = '', ...others] = events;
  if (others.length === 0) return `{${first},${shared}}`;
  let line = `${START}${shared}${FIRST}${first}`;
  for (const event of others) line += `${NEXT}${event}`;
  return line + LAST;
}

/** A line for each event of a line; what does not hold several is given as it is. */
export function splitEvents(line: string): string[] {
  if (!line.startsWith(START)) return [line];
  const [head = '', ...parts] = line.split(TAB);
  if (!head.endsWith(MIDDLE)) return [line];
  const shared = head.slice(START.length, -MIDDLE.length);
  // What is shared comes as often as there are events, and a foreign file may hold anything: what a call ends with has some thousands of characters.
  if (line.length + shared.length * parts.length > MAX_LINE_LENGTH) return [line];
  const events: string[] = [];
  for (const [index, part] of parts.entries()) {
    const end = `}${index === parts.length - 1 ? END : BETWEEN}`;
    if (!part.startsWith('{') || !part.endsWith(end)) return [line];
    events.push(`${part.slice(0, -end.length)},${shared}}`);
  }
  return events;
}

/** How many events a line holds at most. */
export function countEvents(line: string): number {
  return line.startsWith(START) ? Math.max(1, line.split(TAB).length - 1) : 1;
}
