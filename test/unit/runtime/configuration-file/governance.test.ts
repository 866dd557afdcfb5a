import { expect, it } from 'vitest';
import { examineConfiguration } from '../../../../runtime/configuration/examine-configuration.ts';

/** The remarks on a list of limits, as path and detail. */
function remarksOf(...limits: string[]): string[] {
  const text = `governance:\n  limits:\n${limits.map((limit) => `    - { ${limit} }\n`).join('')}`;
  return examineConfiguration(text).remarks.map(({ path, detail }) => `${path} ${detail}`);
}

const L = 'governance.limits[0]';

it('accepts a limit of each kind', () => {
  const text = `ledger: { dimensions: { enabled: true } }
governance:
  unpriced_call_usd: 0.5
  assumed_output_tokens: 2000
  limits:
    - { id: a, node: organization, budget_usd: 12.5, per: month, time_zone: Europe/Berlin, chunk: 0.5 }
    - { id: b, node: "team:search", tokens: 1000000, per: week, time_zone: America/New_York, chunk: 1000 }
    - { id: c, node: "key:kid_01h2xcejqtf2nbrexx3vqjhp41", requests_per_minute: 60, when_unreachable: fail_open }
    - { id: d, node: "tag:stage=beta", requests: 10, per: minute }
    - { id: e, node: organization, concurrency: 8, chunk: 8 }
`;
  expect(examineConfiguration(text)).toMatchObject({ state: 'valid', remarks: [] });
});

it.each([
  [
    'no amount',
    'id: a, node: organization',
    [`${L} needs an amount: set one of requests_per_minute, requests, tokens, budget_usd, concurrency`],
  ],
  [
    'two amounts',
    'id: a, node: organization, tokens: 1, concurrency: 1, per: day',
    [`${L}.concurrency cannot be combined with \`tokens\`: leave one of them out`],
  ],
  ['a quota without a window', 'id: a, node: organization, tokens: 1', [`${L}.per is required with \`tokens\``]],
  [
    'a window without a calendar unit',
    'id: a, node: organization, concurrency: 1, per: day',
    [`${L}.per has no effect with \`concurrency\`: omit it`],
  ],
  [
    'hours of a zone',
    'id: a, node: organization, tokens: 1, per: hour, time_zone: Asia/Kolkata',
    [`${L}.time_zone has an effect only with a day, week or month, because minutes and hours are in UTC: omit it`],
  ],
  [
    'an unknown zone',
    'id: a, node: organization, tokens: 1, per: day, time_zone: Europe/Bonn',
    [`${L}.time_zone must be a zone of the IANA database, such as \`Europe/Berlin\``],
  ],
  [
    'a zone by its city alone',
    'id: a, node: organization, tokens: 1, per: day, time_zone: Berlin',
    [`${L}.time_zone must be a zone of the IANA database (did you mean \`Europe/Berlin\`?)`],
  ],
  [
    'a tag that is not noted',
    'id: a, node: "tag:x=y", concurrency: 1',
    [`${L}.node is a tag, and tags need \`ledger.dimensions.enabled\`: set it to true`],
  ],
  [
    'a chunk that is too large',
    'id: a, node: organization, concurrency: 3, chunk: 4',
    [`${L}.chunk is more than the limit itself: lower it`],
  ],
  [
    'half a token',
    'id: a, node: organization, tokens: 3, per: day, chunk: 0.5',
    [`${L}.chunk must be a whole number unless the limit is in US dollars`],
  ],
  [
    'forms',
    'id: a b, node: everybody, budget_usd: 0, per: year, chunk: 0%, when_unreachable: maybe, cap: 1',
    [
      `${L}.id must be a name of at most 64 letters, digits and characters of ._-`,
      `${L}.node must be \`organization\`, \`team:<owner>\`, \`key:<kid>\` or \`tag:<key>=<value>\``,
      `${L}.budget_usd must be a number above 0, of at most 9000000`,
      `${L}.per must be one of minute, hour, day, week, month`,
      `${L}.chunk must be a share from \`1%\` to \`100%\`, or an amount in what the limit is of`,
      `${L}.when_unreachable must be \`fail_closed\` or \`fail_open\``,
      `${L}.cap is not a setting (the settings here are id, node, requests_per_minute, requests, tokens, budget_usd, concurrency, per, time_zone, chunk, when_unreachable)`,
    ],
  ],
])('refuses %s', (_, limit, remarks) => {
  expect(remarksOf(limit)).toEqual(remarks);
});

it('refuses a repeated id', () => {
  expect(remarksOf('id: a, node: organization, concurrency: 1', 'id: a, node: organization, concurrency: 2')).toEqual([
    'governance.limits[1].id is also the id of another limit: give each its own id',
  ]);
});

it('reports nothing more about a setting with an invalid form', () => {
  expect(
    examineConfiguration('governance: { limits: [7, { id: a, node: organization, concurrency: 1 }] }').remarks,
  ).toMatchObject([{ path: 'governance.limits[0]', detail: 'must be a mapping of settings' }]);
  expect(remarksOf('node: organization, concurrency: 1', 'node: organization, concurrency: 2')).toEqual([
    'governance.limits[0].id is required',
    'governance.limits[1].id is required',
  ]);
  expect(remarksOf('id: a, node: organization, tokens: 5, per: year, time_zone: Europe/Berlin')).toEqual([
    `${L}.per must be one of minute, hour, day, week, month`,
  ]);
  expect(remarksOf('id: a, node: organization, concurrency: many, chunk: 0.5')).toEqual([
    `${L}.concurrency must be a whole number of at least 1`,
  ]);
});
