import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countEvents, joinEvents, splitEvents } from '../../../journal/shared-members.ts';

const THREE = joinEvents('"scope":{"a":"1"},"id":"x"', ['"event":"one"', '"event":"two","of":[{}]', '"event":"three"']);

describe('events in one line', () => {
  it('share what all of them say, in a document of JSON', () => {
    expect(THREE).toBe(
      '{"shared":{"scope":{"a":"1"},"id":"x"},"events":[\t{"event":"one"},\t{"event":"two","of":[{}]},\t{"event":"three"}]}',
    );
    expect(JSON.parse(THREE)).toEqual({
      shared: { scope: { a: '1' }, id: 'x' },
      events: [{ event: 'one' }, { event: 'two', of: [{}] }, { event: 'three' }],
    });
  });

  it('are a line each where they are read', () => {
    expect(splitEvents(THREE)).toEqual([
      '{"event":"one","scope":{"a":"1"},"id":"x"}',
      '{"event":"two","of":[{}],"scope":{"a":"1"},"id":"x"}',
      '{"event":"three","scope":{"a":"1"},"id":"x"}',
    ]);
    expect(countEvents(THREE)).toBe(3);
  });

  it('are a line as any other where there is one of them', () => {
    const line = joinEvents('"id":"x"', ['"event":"one"']);
    expect(line).toBe('{"event":"one","id":"x"}');
    expect(splitEvents(line)).toEqual([line]);
    expect(countEvents(line)).toBe(1);
  });

  it('come back as they were, whatever they say', () => {
    const members = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { minKeys: 1, maxKeys: 4 });
    const inner = (value: object): string => JSON.stringify(value).slice(1, -1);
    fc.assert(
      fc.property(members, fc.array(members, { minLength: 1, maxLength: 5 }), (shared, own) => {
        // No member stands in both.
        const events = own.map((each) => Object.fromEntries(Object.entries(each).map(([k, v]) => [`own ${k}`, v])));
        const line = joinEvents(inner(shared), events.map(inner));
        expect(splitEvents(line)).toEqual(events.map((event) => `{${inner(event)},${inner(shared)}}`));
        expect(countEvents(line)).toBe(events.length);
        expect(line).not.toMatch(/\n/);
      }),
    );
  });

  it.each([
    ['a line of another form', '{"event":"one"}'],
    ['text', 'no JSON'],
    ['nothing', ''],
    ['no events', '{"shared":{"id":"x"},"events":[]}'],
    ['events without their tabs', THREE.replaceAll('\t', '')],
    ['a head that is none', THREE.replace('"events"', '"event"')],
    ['an event that is none', THREE.replace('{"event":"one"}', '1')],
    ['an end that is none', `${THREE}}`],
    ['a part of one', THREE.slice(0, -5)],
    ['a beginning alone', '{"shared":{'],
    [
      'one whose lines would be too long together',
      joinEvents(`"id":"${'x'.repeat(400)}"`, Array<string>(200).fill('"event":"one"')),
    ],
  ])('are not looked for in %s, which stays as it is', (_, line) => {
    expect(splitEvents(line)).toEqual([line]);
  });
});
