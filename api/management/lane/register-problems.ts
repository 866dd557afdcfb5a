import { notFound } from '../../../domain/kernel/errors.ts';
import { MANAGEMENT_PROBLEM_CODES, MANAGEMENT_PROBLEMS } from '../../../contracts/management/problem.ts';
import { MANAGEMENT_ROOT } from '../../../contracts/management/root.ts';
import type { ApiApp } from '../../frame/api-app.ts';

const PATH = `${MANAGEMENT_ROOT}/problems`;

const PROBLEMS = MANAGEMENT_PROBLEM_CODES.map((code) => ({
  type: `${PATH}/${code}`,
  code,
  ...MANAGEMENT_PROBLEMS[code],
}));

/** Registers a page for every problem at the address of its type, so that readers find the meaning of a type. */
export function registerProblems(app: ApiApp): void {
  app.get(PATH, { schema: { hide: true } }, () => ({ problems: PROBLEMS }));
  app.get<{ Params: { code: string } }>(`${PATH}/:code`, { schema: { hide: true } }, ({ params }) => {
    const found = PROBLEMS.find(({ code }) => code === params.code);
    if (found === undefined) throw notFound();
    return found;
  });
}
