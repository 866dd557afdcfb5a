import type { Result } from '../../output/result.ts';
import type { Context } from '../../tree/context.ts';
import { configurationPath } from '../../settings/configuration-file.ts';

export async function run({ env }: Context): Promise<Result> {
  const path = configurationPath(env);
  return Promise.resolve({ kind: 'document', document: { path }, text: () => path });
}
