import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, it } from 'vitest';
import type { ComparisonPorts } from '../../../../activities/comparisons/comparison-ports.ts';
import { storeCellContent } from '../../../../activities/comparisons/store-cell-content.ts';
import type { CapturedContent } from '../../../../contracts/ingest/events/captured-content.ts';
import { MAX_CONTENT_CHARACTERS } from '../../../../contracts/ingest/events/content.ts';
import type { AnsweredCell } from '../../../../store/comparisons/comparison-run-transitions.ts';

const CELL = { runId: 'crun_1', position: 0, arm: 'baseline' } as const;
const ASKED = { system: 'Be short.', messages: [{ role: 'user' as const, content: '6 times 7?' }] };
const ANSWERED: AnsweredCell = {
  workspaceId: 't_1',
  callId: 'ccall_1',
  sentAt: new Date('2026-03-02T08:00:00.123Z'),
  answer: '42',
};
const REQUEST = { workspaceId: 't_1', requestId: 'ccall_1', admittedAt: ANSWERED.sentAt };

interface Asked {
  readonly wanted?: { readonly request: boolean; readonly response: boolean };
  readonly answered?: AnsweredCell | undefined;
  readonly asked?: typeof ASKED;
  /** The error with which the storage fails. */
  readonly fault?: Error;
}

/** The stored content, the number of queries to Postgres, and the logged lines. */
async function kept(change: Asked = {}) {
  const { wanted = { request: true, response: true }, asked = ASKED, fault } = change;
  const contents: CapturedContent[] = [];
  const warnings: [object, string][] = [];
  let looks = 0;
  const ports = {
    runs: {
      answered: () => {
        looks += 1;
        return Promise.resolve('answered' in change ? change.answered : ANSWERED);
      },
    } as unknown as ComparisonPorts['runs'],
    contents: {
      wanted,
      keep(content: CapturedContent) {
        if (fault !== undefined) return Promise.reject(fault);
        contents.push(content);
        return Promise.resolve();
      },
    },
    log: { warn: (members: object, sentence: string) => warnings.push([members, sentence]) },
  };
  await new MockActivityEnvironment().run(() => storeCellContent(ports, CELL, asked));
  return { contents, looks, warnings };
}

it('stores the request, instructions first, and the answer', async () => {
  const request = '[{"role":"system","content":"Be short."},{"role":"user","content":"6 times 7?"}]';
  expect((await kept()).contents).toEqual([{ ...REQUEST, request, response: '42' }]);
});

it('stores only the messages without instructions', async () => {
  const { contents } = await kept({ asked: { ...ASKED, system: '' } });
  expect(contents).toEqual([{ ...REQUEST, request: '[{"role":"user","content":"6 times 7?"}]', response: '42' }]);
});

it('stores nothing and reads nothing if no content is configured', async () => {
  const { contents, looks } = await kept({ wanted: { request: false, response: false } });
  expect([contents, looks]).toEqual([[], 0]);
});

it.each<[string, { request: boolean; response: boolean }, string[]]>([
  ['the request', { request: true, response: false }, ['request']],
  ['the answer', { request: false, response: true }, ['response']],
])('stores only %s if only this is configured', async (_what, wanted, parts) => {
  const { contents } = await kept({ wanted });
  expect(contents.map((content) => Object.keys(content).filter((name) => !(name in REQUEST)))).toEqual([parts]);
});

it('stores nothing of an unanswered cell', async () => {
  expect(await kept({ answered: undefined })).toEqual({ contents: [], looks: 1, warnings: [] });
});

it('excludes content that is too long', async () => {
  const answered = { ...ANSWERED, answer: 'x'.repeat(MAX_CONTENT_CHARACTERS + 1) };
  const { contents } = await kept({ answered });
  expect(contents.map(({ request, response }) => [request?.length, response])).toEqual([[80, undefined]]);
});

it('logs that the disk accepts nothing, without a failure', async () => {
  const fault = new Error('The disk is full.');
  const { contents, warnings } = await kept({ fault });
  expect(contents).toEqual([]);
  expect(warnings).toEqual([[{ call: 'ccall_1', err: fault }, 'the content of a cell could not be stored']]);
});
