/** A file with one evaluator. Its settings begin at line 4, column 7. */
export function withEvaluator(settings: string): string {
  const lines = settings.trim().split('\n');
  return `evals:\n  evaluators:\n    -\n${lines.map((line) => `      ${line}`).join('\n')}\n`;
}

/** The same file with a judge. Its settings begin at line 8, column 9. */
export function withJudge(settings: string): string {
  const lines = settings.trim().split('\n');
  const judge = lines.map((line) => `  ${line}`).join('\n');
  return withEvaluator(`id: judge.correctness\nsample_rate: 0.1\nmax_usd_per_day: 5\njudge:\n${judge}`);
}

export const JUDGE = 'external: allow\nmodel: claude-sonnet-5\napi_key_env: JUDGE_KEY';
export const PANEL = `external: allow
model: panel
api_key_env: JUDGE_KEY
method: panel
panel:
  members:
    - { model: claude-sonnet-5, api_key_env: A }
    - { model: gemini-3-pro, api_key_env: B }
    - { model: mistral-large, api_key_env: C }`;

export const SIDECAR = 'id: check.safety\nsample_rate: 1\nsidecar: { external: allow, endpoint_env: SCORER }';

/** The description of a file, the file, and its expected faults as `line:column path detail`. */
export type RefusedFile = readonly [string, string, readonly string[]];
