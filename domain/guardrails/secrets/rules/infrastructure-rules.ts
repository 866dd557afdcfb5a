import { marked, prefixed, type SecretRule } from './secret-rule.ts';

/** Secrets of tools that run systems and hold secrets, and the keys of Truetally. */
export const INFRASTRUCTURE_RULES: readonly SecretRule[] = [
  prefixed('truetally-key', 'key of Truetally', ['ttm_', 'ttv_', 'ttp_', 'ttk_'], '[0-9a-f]{76}(?:[0-9A-Za-z]{6})?', {
    isOwn: true,
  }),
  prefixed('vault-service-token', 'service token of Vault', 'hvs.', String.raw`[\w-]{90,120}`),
  prefixed('vault-batch-token', 'batch token of Vault', 'hvb.', String.raw`[\w-]{138,300}`, { longest: 310 }),
  marked('terraform-cloud-token', 'token of Terraform Cloud', '.atlasv1.', {
    offset: 14,
    pattern: String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}`,
  }),
  prefixed('pulumi-token', 'access token of Pulumi', 'pul-', '[0-9a-f]{40}'),
  prefixed(
    'doppler-token',
    'token of Doppler',
    ['dp.pt.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    '[A-Za-z0-9]{40,44}',
  ),
  prefixed(
    'doppler-service-token',
    'service token of Doppler',
    'dp.st.',
    String.raw`(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}`,
  ),
  prefixed('onepassword-service-token', 'service account token of 1Password', 'ops_eyJ', '[A-Za-z0-9+/=]{250,900}', {
    alphabet: '+/=',
    longest: 910,
  }),
  prefixed('age-secret-key', 'secret key of age', 'AGE-SECRET-KEY-1', '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'),
  prefixed(
    'tailscale-key',
    'key of Tailscale',
    ['tskey-auth-', 'tskey-api-', 'tskey-client-'],
    '[A-Za-z0-9]{10,20}-[A-Za-z0-9]{20,40}',
  ),
  prefixed(
    'kubernetes-bootstrap-token',
    'bootstrap token of k3s',
    'K10',
    '[0-9a-f]{64}::(?:server|node|agent):[0-9a-f]{32}',
    {
      alphabet: ':',
    },
  ),
];
