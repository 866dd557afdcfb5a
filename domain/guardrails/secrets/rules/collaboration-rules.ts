import { near, prefixed, type SecretRule } from './secret-rule.ts';

/** Keys of tools for teams. */
export const COLLABORATION_RULES: readonly SecretRule[] = [
  prefixed('linear-api-key', 'API key of Linear', 'lin_api_', '[A-Za-z0-9]{40}'),
  prefixed('notion-token', 'integration token of Notion', 'ntn_', '[A-Za-z0-9]{46}'),
  near('notion-legacy-token', 'older integration token of Notion', 'notion', 'secret_[A-Za-z0-9]{43}'),
  prefixed('figma-token', 'personal access token of Figma', 'figd_', String.raw`[\w-]{40}`),
  prefixed('atlassian-api-token', 'API token of Atlassian', 'ATATT3', String.raw`[\w-]{177,190}=[0-9A-F]{8}`, {
    alphabet: '=',
    longest: 210,
  }),
  prefixed('postman-api-key', 'API key of Postman', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'),
  prefixed('airtable-token', 'personal access token of Airtable', 'pat', String.raw`[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
  prefixed('typeform-token', 'personal access token of Typeform', 'tfp_', String.raw`[\w-]{44,59}`),
  prefixed('contentful-token', 'management token of Contentful', 'CFPAT-', String.raw`[\w-]{43}`),
  prefixed('mapbox-secret-token', 'secret token of Mapbox', 'sk.eyJ', String.raw`[\w-]{40,240}\.[\w-]{22}`, {
    longest: 275,
  }),
  prefixed('dropbox-token', 'short-lived token of Dropbox', 'sl.', String.raw`[\w-]{130,152}`),
  prefixed(
    'hubspot-token',
    'private app token of HubSpot',
    ['pat-na1-', 'pat-na2-', 'pat-eu1-'],
    '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  ),
  near('okta-api-token', 'API token of Okta', 'okta', String.raw`00[\w-]{40}`, { leastEntropy: 4 }),
];
