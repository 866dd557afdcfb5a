import { marked, near, prefixed, type SecretRule } from './secret-rule.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Keys of clouds and hosts of applications. */
export const CLOUD_RULES: readonly SecretRule[] = [
  prefixed('aws-access-key', 'access key id of AWS', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z2-7]{16}'),
  near(
    'aws-secret-key',
    'secret access key of AWS',
    ['aws_secret', 'secret_access_key', 'secretaccesskey'],
    '[A-Za-z0-9/+]{40}',
    { alphabet: '/+', leastEntropy: 4 },
  ),
  prefixed('aws-bedrock-key', 'API key of Amazon Bedrock', 'ABSK', '[A-Za-z0-9+/]{109,269}={0,2}', {
    alphabet: '+/=',
    longest: 280,
  }),
  prefixed('google-api-key', 'API key of Google', 'AIza', String.raw`[\w-]{35}`),
  prefixed('google-client-secret', 'client secret of Google', 'GOCSPX-', String.raw`[\w-]{28}`),
  prefixed('google-access-token', 'access token of Google', 'ya29.', String.raw`[\w-]{60,300}`, { longest: 310 }),
  marked('azure-client-secret', 'client secret of Microsoft Entra', 'Q~', {
    offset: 4,
    pattern: String.raw`[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,34}`,
    alphabet: '~',
  }),
  near('azure-storage-key', 'account key of Azure Storage', 'accountkey=', '[A-Za-z0-9+/]{86}==', { alphabet: '+/' }),
  prefixed('digitalocean-token', 'token of DigitalOcean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[0-9a-f]{64}'),
  prefixed('heroku-api-key', 'API key of Heroku', 'HRKU-AA', String.raw`[\w-]{58}`),
  near('heroku-legacy-key', 'older API key of Heroku', 'heroku', UUID),
  near('cloudflare-api-token', 'API token of Cloudflare', 'cloudflare', String.raw`[\w-]{40}`, { leastEntropy: 4 }),
  near('cloudflare-global-key', 'global API key of Cloudflare', 'cloudflare', '[0-9a-f]{37}'),
  prefixed('cloudflare-origin-key', 'origin CA key of Cloudflare', 'v1.0-', '[0-9a-f]{24}-[0-9a-f]{146}'),
  prefixed('alibaba-access-key', 'access key id of Alibaba Cloud', 'LTAI', '[A-Za-z0-9]{20}'),
  prefixed('fly-token', 'access token of Fly.io', 'fm2_', '[A-Za-z0-9+/]{100,300}={0,3}', {
    alphabet: '+/=',
    longest: 310,
  }),
  prefixed('netlify-token', 'access token of Netlify', 'nfp_', '[A-Za-z0-9]{36}'),
  prefixed('supabase-token', 'access token of Supabase', 'sbp_', '[0-9a-f]{40}'),
  prefixed(
    'planetscale-credential',
    'token or password of PlanetScale',
    ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    String.raw`[\w.-]{32,64}`,
  ),
  prefixed('databricks-token', 'access token of Databricks', 'dapi', String.raw`[0-9a-f]{32}(?:-\d)?`),
];
