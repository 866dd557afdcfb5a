import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { CONFIGURATION, makeFolder } from './guardrails-world.ts';

const folder = makeFolder();
const NOTHING = 'Nothing was enforced: this is a simulation, and the gateway does not enforce guardrails.\n';
const CARD = 'card 4111 1111 1111 1111';

beforeAll(() => {
  folder.write('tt.yaml', CONFIGURATION);
  folder.write('empty.yaml', '{}\n');
  folder.write('broken.yaml', 'guardrails: { bindings: [{ id: a }], x: 1 }\n');
  folder.write('card.txt', CARD);
  folder.write('latin.txt', Uint8Array.of(0xe9, 0x20));
  folder.write('items.jsonl', `{"request":"${CARD}"}\n\n{"id":"r","response":"project falcon"}\n`);
  folder.write('unknown.jsonl', '{"request":"a"}\n{"request":"a","key_id":"b"}\n');
  folder.write('array.jsonl', '[]\n');
  folder.write('sideless.jsonl', '{"id":"a"}\n');
  folder.write('both.jsonl', '{"content":"a","request":"b"}\n');
  folder.write('number.jsonl', '{"request":"a","model":1}\n');
  folder.write('corpus/a.jsonl', `{"text":"${CARD}","labels":[{"detector":"card","start":5,"end":24}]}\n`);
  folder.write('corpus/b.jsonl', '{"text":"none 1234","labels":[{"detector":"card","start":5,"end":9}]}\n');
  folder.write('labels.jsonl', '{"text":"a","labels":[{"detector":"judge","start":0,"end":1}]}\n');
  folder.write('unlabelled.jsonl', '{"text":"a"}\n');
  folder.write('none/readme.txt', '');
});
afterAll(() => folder.remove());

const tt = async (args: readonly string[], input = '') => await runTt(args, { cwd: folder.path, input });
const TEST = ['guardrails', 'test', '-c', 'tt.yaml'];
const SUBJECTS = ['content', 'content-file', 'req-id', 'dataset', 'corpus'];

describe('a command line that cannot run ends with its code, says why, and does nothing', () => {
  const rows: readonly (readonly [string[], number, string])[] = [
    [['guardrails'], 2, 'tt guardrails needs one of: list, explain, test.'],
    [['guardrails', 'tset'], 2, 'tt guardrails has no command "tset".\n  try: tt guardrails test'],
    [['guardrails', 'list', 'x'], 2, 'The argument "x" is not expected.'],
    [['guardrails', 'list', '--config'], 2, '--config needs a value: --config <file>.'],
    [['guardrails', 'list', '-c', 'none.yaml'], 2, 'The configuration file none.yaml cannot be read (ENOENT).'],
    [
      ['guardrails', 'list', '-c', 'broken.yaml'],
      2,
      'The configuration file broken.yaml cannot be used.\n  because 1:26: guardrails.bindings[0].where is required; 1:26: guardrails.bindings[0].detectors is required; 1:26: guardrails.bindings[0].action is required; 1:38: guardrails.x is not a setting (the settings here are bindings)\n  try: tt validate -c broken.yaml',
    ],
    [['guardrails', 'explain'], 2, 'The command needs --binding <id>, --config <file>.'],
    [['guardrails', 'explain', '--binding', 'a'], 2, 'The command needs --config <file>.'],
    [['guardrails', 'explain', '-c', 'tt.yaml'], 2, 'The command needs --binding <id>.'],
    [
      ['guardrails', 'explain', '-c', 'tt.yaml', '--binding', 'no-card'],
      4,
      'The binding "no-card" does not exist in tt.yaml.\n  because the bindings are no-cards, names\n  try: --binding no-cards',
    ],
    [
      ['guardrails', 'explain', '-c', 'empty.yaml', '--binding', 'a'],
      4,
      'The binding "a" does not exist in empty.yaml.\n  because the file has no bindings\n  try: tt guardrails list -c empty.yaml',
    ],
    [
      ['guardrails', 'explain', '-c', 'tt.yaml', '--binding', 'names', '--content', ''],
      2,
      '--content must be a text that is not empty.',
    ],
    [['guardrails', 'test', '--content', 'a'], 2, 'The command needs --config <file>.'],
    [TEST, 2, 'The command needs one of --content, --content-file, --req-id, --dataset and --corpus.'],
    [
      ['guardrails', 'test', '-c', 'empty.yaml', '--content', 'a'],
      2,
      'The configuration file empty.yaml has no guardrails.',
    ],
    [[...TEST, '--content', 'a', '--content', 'b'], 2, '--content is given 2 times, and it can be given once.'],
    [
      [...TEST, '--fail-on-match', '--corpus', 'corpus'],
      2,
      '--fail-on-match and --corpus contradict each other. Give one of them.',
    ],
    [[...TEST, '--fail-on-match=yes', '--content', 'a'], 2, '--fail-on-match is a switch and takes no value.'],
    [[...TEST, '--content-file', 'none.txt'], 2, 'The file none.txt cannot be read (ENOENT).'],
    [
      [...TEST, '--content-file', 'latin.txt'],
      2,
      'The file latin.txt is not UTF-8, so its characters cannot be counted.',
    ],
    [[...TEST, '--content-file', 'corpus'], 2, 'The file corpus cannot be read (EISDIR).'],
    [
      [...TEST, '--req-id', 'greq_1'],
      3,
      'The content of the request "greq_1" was not captured.\n  because dashboard.capture of the configuration file stores neither requests nor responses',
    ],
    [[...TEST, '--dataset', 'none.jsonl'], 2, 'The file none.jsonl cannot be read (ENOENT).'],
    [
      [...TEST, '--dataset', 'qds_01k9d4w7z2e8sb6f3m5q0v1xya'],
      3,
      'The dataset qds_01k9d4w7z2e8sb6f3m5q0v1xya has no content that can be tested.\n  because a dataset of the service holds references to requests, and no API returns captured prompts and answers by them',
    ],
    [
      [...TEST, '--dataset', 'unknown.jsonl'],
      2,
      'Line 2 of unknown.jsonl has the unknown member /key_id; the members are id, model, key, content, request, response.',
    ],
    [[...TEST, '--dataset', 'array.jsonl'], 2, 'Line 1 of array.jsonl is not a JSON object.'],
    [
      [...TEST, '--dataset', 'sideless.jsonl'],
      2,
      'Line 1 of sideless.jsonl has neither /request nor /response nor /content.',
    ],
    [
      [...TEST, '--dataset', 'both.jsonl'],
      2,
      'Line 1 of both.jsonl has a /content, which stands for both sides, and also a side.',
    ],
    [[...TEST, '--dataset', 'number.jsonl'], 2, 'Line 1 of number.jsonl has a /model that is not a text.'],
    [[...TEST, '--corpus', 'none.jsonl'], 2, 'The corpus none.jsonl cannot be read (ENOENT).'],
    [[...TEST, '--corpus', 'none'], 2, 'The folder none has no .jsonl file.'],
    [
      [...TEST, '--corpus', 'unlabelled.jsonl'],
      2,
      'Line 1 of unlabelled.jsonl has no list /labels; a text without anything to find has an empty list.',
    ],
    [
      [...TEST, '--corpus', 'labels.jsonl'],
      2,
      'Line 1 of labels.jsonl has at /labels/0 something other than {detector, start, end} with one of secrets, card, iban, email, jwt, crypto_address, ip, entropy, words and offsets in characters.',
    ],
  ];

  it.each(rows.map(([args, code, fault]) => ({ line: args.join(' '), args, code, fault })))(
    'tt $line: $code',
    async ({ args, code, fault }) => {
      const { stderr, ...end } = await tt(args);
      expect(end).toEqual({ code, stdout: '' });
      expect(stderr.slice(0, `error: ${fault}`.length)).toBe(`error: ${fault}`);
    },
  );

  const pairs = SUBJECTS.flatMap((one, index) => SUBJECTS.slice(index + 1).map((other) => ({ one, other })));
  it.each(pairs)('--$one with --$other', async ({ one, other }) => {
    expect(await tt([...TEST, `--${one}`, 'a', `--${other}`, 'b'])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: --${one} and --${other} contradict each other. Give one of them.\n  try: tt guardrails test --help\n`,
    });
  });
});

describe('guardrails list', () => {
  it('lists the detectors', async () => {
    const { code, stdout } = await tt([
      'guardrails',
      'list',
      '--jq',
      '[.mode, .enforced, .bindings, (.detectors | map(.name))]',
    ]);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [
        'simulate',
        false,
        null,
        ['secrets', 'card', 'iban', 'email', 'jwt', 'crypto_address', 'ip', 'entropy', 'words', 'judge', 'sidecar'],
      ],
    ]);
  });

  it('adds the bindings of a file with the state of their calibration', async () => {
    const { stdout } = await tt(['guardrails', 'list', '-c', 'tt.yaml', '--jq', '.bindings']);
    expect(JSON.parse(stdout)).toEqual([
      {
        id: 'no-cards',
        where: { side: 'request', models: ['gpt-5-mini'] },
        detectors: ['card', 'iban'],
        action: 'block',
        calibration: { state: 'never_calibrated' },
      },
      {
        id: 'names',
        where: { side: 'response' },
        detectors: ['words', 'sidecar'],
        words: 1,
        evaluator: 'check.safety',
        action: 'flag',
        calibration: { state: 'never_calibrated' },
      },
    ]);
    const { stdout: table } = await tt(['guardrails', 'list', '--config', 'tt.yaml']);
    expect(table.split('\n').slice(-4)).toEqual([
      'BINDING\tEXAMINES\tDETECTORS\tACTION\tCALIBRATION',
      'no-cards\trequests of the models gpt-5-mini\tcard, iban\tblock\tnever calibrated',
      'names\tresponses\twords, sidecar\tflag\tnever calibrated',
      '',
    ]);
  });
});

describe('guardrails explain', () => {
  it('says what a binding does, and what it finds', async () => {
    expect(
      await tt(['guardrails', 'explain', '--binding', 'names', '--config', 'tt.yaml', '--content', 'PROJECT FALCON!']),
    ).toEqual({
      code: 0,
      stdout: [
        'The binding names examines responses.',
        'A match would mark the call. The gateway does not enforce guardrails.',
        'It has never been calibrated: its precision and recall on your traffic are unknown.',
        '',
        '  words: words and phrases of the list `words`',
        '  sidecar: the verdict of other software; needs that software, so a simulation skips it',
        '',
        'DETECTOR\tKIND\tSTART\tEND\tTEXT',
        'words\tword\t0\t14\tPRO******',
        '',
      ].join('\n'),
      stderr: '',
    });
  });

  it('needs no content', async () => {
    const { stdout } = await tt(['guardrails', 'explain', '--binding', 'names', '-c', 'tt.yaml', '--json']);
    const { matches, skipped, mode, enforced } = JSON.parse(stdout) as Record<string, unknown>;
    expect({ matches, skipped, mode, enforced }).toEqual({
      matches: undefined,
      skipped: [{ detector: 'sidecar', reason: 'needs_evaluator' }],
      mode: 'simulate',
      enforced: false,
    });
  });
});

describe('guardrails test', () => {
  const MATCH = { part: '', detector: 'card', kind: 'visa', start: 5, end: 24, masked: '4111******' };
  const result = (stdout: string) =>
    JSON.parse(stdout) as { subject: object; bindings: Record<string, unknown>[]; detectors: object[] };

  it('examines a text as a request and as a response, and enforces nothing', async () => {
    const { code, stdout, stderr } = await tt([...TEST, '--content', CARD, '--json']);
    expect([code, stderr, JSON.parse(stdout)]).toEqual([
      0,
      NOTHING,
      {
        mode: 'simulate',
        enforced: false,
        config: 'tt.yaml',
        subject: { kind: 'content', characters: 24, items: 1 },
        bindings: [
          {
            binding: 'no-cards',
            where: { side: 'request', models: ['gpt-5-mini'] },
            action: 'block',
            would: 'block',
            detectors: ['card', 'iban'],
            filters: 'assumed',
            items: 1,
            items_with_matches: 1,
            matches_found: 1,
            matches: [{ item: 'content', ...MATCH }],
            skipped: [],
            skipped_parts: 0,
          },
          {
            binding: 'names',
            where: { side: 'response' },
            action: 'flag',
            would: 'pass',
            detectors: ['words'],
            filters: 'none',
            items: 1,
            items_with_matches: 0,
            matches_found: 0,
            matches: [],
            skipped: [{ detector: 'sidecar', reason: 'needs_evaluator', evaluator: 'check.safety' }],
            skipped_parts: 0,
          },
        ],
      },
    ]);
  });

  it('shows a report to people', async () => {
    expect(await tt([...TEST, '--content', CARD])).toEqual({
      code: 0,
      stdout: [
        'no-cards (requests of the models gpt-5-mini): 1 match in 1 of 1 item',
        'The action would be: block.',
        'The content names no model or key, so the filters of the binding are assumed to match.',
        'ITEM\tPART\tDETECTOR\tKIND\tSTART\tEND\tTEXT',
        'content\t\tcard\tvisa\t5\t24\t4111******',
        '',
        'names (responses): no match in 1 item',
        'Skipped: the detector sidecar, which needs a model or other software.',
        '',
      ].join('\n'),
      stderr: NOTHING,
    });
  });

  it.each([
    [['--content', CARD], 10],
    [['--content', 'nothing'], 0],
  ])('with --fail-on-match, %j ends with %d', async (subject, code) => {
    expect((await tt([...TEST, ...subject, '--fail-on-match'])).code).toBe(code);
  });

  it.each([
    ['card.txt', ''],
    ['-', CARD],
  ])('reads --content-file %s', async (path, input) => {
    const { code, stdout } = await tt([...TEST, '--content-file', path, '--json'], input);
    const { subject, bindings } = result(stdout);
    expect([code, subject, bindings[0]?.['matches']]).toEqual([
      0,
      { kind: 'content_file', path, items: 1 },
      [{ item: path, ...MATCH }],
    ]);
  });

  it('reads the items of --dataset, each with its side', async () => {
    const { stdout } = await tt([...TEST, '--dataset', 'items.jsonl', '--json']);
    const { subject, bindings } = result(stdout);
    expect([subject, bindings.map(({ items, matches }) => ({ items, matches }))]).toEqual([
      { kind: 'dataset', path: 'items.jsonl', items: 2 },
      [
        { items: 1, matches: [{ item: '1', ...MATCH }] },
        {
          items: 1,
          matches: [{ item: 'r', part: '', detector: 'words', kind: 'word', start: 0, end: 14, masked: 'pro******' }],
        },
      ],
    ]);
  });

  it('measures detectors over the labels of --corpus', async () => {
    const { code, stdout } = await tt([...TEST, '--corpus', 'corpus', '--json']);
    const unknown = {
      labelled: 0,
      found: 0,
      true_positives: 0,
      false_positives: 0,
      false_negatives: 0,
      precision: null,
      recall: null,
    };
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      {
        mode: 'simulate',
        enforced: false,
        subject: { kind: 'corpus', path: 'corpus', texts: 2, characters: 33 },
        detectors: [
          {
            detector: 'card',
            labelled: 2,
            found: 1,
            true_positives: 1,
            false_positives: 0,
            false_negatives: 1,
            precision: 1,
            recall: 0.5,
          },
          { detector: 'iban', ...unknown },
          { detector: 'words', ...unknown },
        ],
        skipped: [{ binding: 'names', detector: 'sidecar', reason: 'needs_evaluator' }],
      },
    ]);
    const { stdout: table } = await tt([...TEST, '--corpus', 'corpus/a.jsonl']);
    expect(table).toBe(
      [
        'DETECTOR\tLABELLED\tFOUND\tWRONG\tMISSED\tPRECISION\tRECALL',
        'card\t1\t1\t0\t0\t1.0000\t1.0000',
        'iban\t0\t0\t0\t0\tunknown\tunknown',
        'words\t0\t0\t0\t0\tunknown\tunknown',
        'Skipped: the detector sidecar of names, which needs a model or other software.',
        '',
      ].join('\n'),
    );
  });
});
