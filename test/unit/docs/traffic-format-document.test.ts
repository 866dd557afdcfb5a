import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTrafficLine, QUARANTINE_REASONS } from '../../../contracts/ingest/lines/parse-traffic-line.ts';
import { TRAFFIC_SCHEMAS } from '../../../contracts/ingest/events/traffic-event.ts';

const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'traffic-format.md'), 'utf8');

interface AnyObject {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

interface AnySchema {
  readonly properties: Readonly<Record<string, AnyObject>>;
  readonly required: readonly string[];
}

function givenOf(member: string, required: readonly string[] = []): string {
  return required.includes(member) ? 'always' : 'may be absent';
}

/** The section of each event: its name, then the text up to the next heading. */
const sections = new Map(
  [...text.matchAll(/^## `(\w+)`\n([\s\S]*?)(?=^## |(?![\s\S]))/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
);

const rowsOf = (section: string): [string, string][] =>
  [...section.matchAll(/^\| `([\w.]+)`\s*\| ([\w ]+?)\s*\|/gm)].map((match) => [match[1] ?? '', match[2] ?? '']);

describe('docs/traffic-format.md', () => {
  it('describes exactly the existing events', () => {
    expect([...sections.keys()]).toEqual(Object.keys(TRAFFIC_SCHEMAS));
  });

  it.each(Object.entries(TRAFFIC_SCHEMAS))('names exactly the members of %s', (name, schema) => {
    const { properties, required } = schema as unknown as AnySchema;
    const expected = Object.entries(properties).flatMap(([member, inner]) => [
      [member, givenOf(member, required)],
      ...Object.keys(inner.properties ?? {}).map((nested) => [`${member}.${nested}`, givenOf(nested, inner.required)]),
    ]);
    expect(rowsOf(sections.get(name) ?? '')).toEqual(expected);
  });

  it.each([...sections])('shows valid lines of %s that together have every member', (name, section) => {
    const events = [...section.matchAll(/```json\n([^`]+)```/g)].map(
      ([, example = '']) => parseTrafficLine(JSON.stringify(JSON.parse(example))).event,
    );
    const { properties } = TRAFFIC_SCHEMAS[name as keyof typeof TRAFFIC_SCHEMAS] as unknown as AnySchema;
    const shown = new Set(events.flatMap((event) => Object.keys(event ?? {})));
    expect(new Set(events.map((event) => event?.event))).toEqual(new Set([name]));
    expect(Object.keys(properties).filter((member) => !shown.has(member))).toEqual([]);
  });

  it('names every reason for a quarantine', () => {
    expect(QUARANTINE_REASONS.filter((reason) => !text.includes(`\`${reason}\``))).toEqual([]);
  });
});
