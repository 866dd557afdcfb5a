import { expect, it } from 'vitest';
import { judgeVariables } from '../../../../../domain/judges/work/judge-variables.ts';

it('names every variable of every panel member once', () => {
  const members = [
    { model: 'gpt-5', api_key_env: 'ONE', endpoint_env: 'THERE' },
    { model: 'claude-haiku-4-5', api_key_env: 'TWO', endpoint_env: 'HERE' },
  ];
  const judge = { model: 'claude-haiku-4-5', api_key_env: 'TWO' };
  const block = {
    evaluators: [
      { id: 'judge.safety', judge },
      { id: 'judge.relevance', judge: { ...judge, method: 'panel', panel: { members } } as const },
    ],
  };
  expect(judgeVariables(block)).toEqual(['TWO', 'ONE', 'THERE', 'HERE']);
  expect(judgeVariables(undefined)).toEqual([]);
});
