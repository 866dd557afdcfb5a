import { prefixed, type SecretRule } from './secret-rule.ts';

/** Tokens of hosts of code, and of registries of packages. */
export const CODE_HOST_RULES: readonly SecretRule[] = [
  prefixed('github-personal-token', 'personal access token of GitHub', 'ghp_', '[A-Za-z0-9]{36}'),
  prefixed('github-oauth-token', 'OAuth token of GitHub', 'gho_', '[A-Za-z0-9]{36}'),
  prefixed('github-user-token', 'user-to-server token of GitHub', 'ghu_', '[A-Za-z0-9]{36}'),
  prefixed('github-server-token', 'server-to-server token of GitHub', 'ghs_', '[A-Za-z0-9]{36}'),
  prefixed('github-refresh-token', 'refresh token of GitHub', 'ghr_', '[A-Za-z0-9]{36,76}'),
  prefixed(
    'github-fine-grained-token',
    'fine-grained token of GitHub',
    'github_pat_',
    '[A-Za-z0-9]{22}_[A-Za-z0-9]{59}',
  ),
  prefixed('gitlab-personal-token', 'personal access token of GitLab', 'glpat-', String.raw`[\w-]{20}`),
  prefixed(
    'gitlab-routable-token',
    'routable access token of GitLab',
    'glpat-',
    String.raw`[\w-]{27,300}\.[0-9a-z]{2}[0-9a-z]{7}`,
    { longest: 320 },
  ),
  prefixed('gitlab-trigger-token', 'pipeline trigger token of GitLab', 'glptt-', '[0-9a-f]{40}'),
  prefixed('gitlab-deploy-token', 'deploy token of GitLab', 'gldt-', String.raw`[\w-]{20}`),
  prefixed('gitlab-runner-token', 'runner token of GitLab', 'glrt-', String.raw`[\w-]{20}`),
  prefixed('bitbucket-app-password', 'app password of Bitbucket', 'ATBB', '[A-Za-z0-9]{32}'),
  prefixed('npm-token', 'access token of npm', 'npm_', '[A-Za-z0-9]{36}'),
  prefixed('pypi-token', 'upload token of PyPI', 'pypi-AgEIcHlwaS5vcmc', String.raw`[\w-]{50,300}`, { longest: 325 }),
  prefixed('rubygems-token', 'API key of RubyGems', 'rubygems_', '[0-9a-f]{48}'),
  prefixed('crates-token', 'API token of crates.io', 'cio', '[A-Za-z0-9]{32}', { leastEntropy: 3.5 }),
  prefixed('clojars-token', 'deploy token of Clojars', 'CLOJARS_', '[0-9a-z]{60}'),
  prefixed('docker-hub-token', 'access token of Docker Hub', 'dckr_pat_', String.raw`[\w-]{27}`),
  prefixed('nuget-api-key', 'API key of NuGet', 'oy2', '[0-9a-z]{43}'),
  prefixed('artifactory-api-key', 'API key of Artifactory', 'AKCp', '[A-Za-z0-9]{69}'),
  prefixed('sourcegraph-token', 'access token of Sourcegraph', 'sgp_', '(?:[0-9a-f]{16}_)?[0-9a-f]{40}'),
];
