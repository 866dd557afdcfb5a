import { expect, it } from 'vitest';
import { unknownPathDetail } from '../../../../api/frame/problems/unknown-path-detail.ts';

const KNOWN = {
  root: '/portal/api/v1',
  page: '/docs',
  parts: new Set(['portal', 'api', 'v1', 'organizations', 'workspaces', 'insights', 'query']),
};

it.each([
  [
    '/portal/api/v1/organisations',
    'There is no such path. Did you mean `/portal/api/v1/organizations`? /docs lists all paths.',
  ],
  [
    '/organizations/org_1/workspace',
    'There is no such path. Did you mean `/portal/api/v1/organizations/org_1/workspaces`? /docs lists all paths.',
  ],
  ['/portal/api/v1/unheard/of', 'There is no such path. /docs lists all paths.'],
  ['/portal/api/v1', 'There is no such path. /docs lists all paths.'],
  [`/${'insights/'.repeat(30)}`, 'There is no such path. /docs lists all paths.'],
  [
    '/v1/chat/completions',
    'There is no such path. The gateway serves it on another port (8787, or `TRUETALLY_PROXY_PORT`). /docs lists the paths of this API.',
  ],
])('suggests a path for %s', (path, sentence) => {
  expect(unknownPathDetail(path, KNOWN)).toBe(sentence);
});
