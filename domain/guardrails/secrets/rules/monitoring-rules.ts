import { marked, near, prefixed, type SecretRule } from './secret-rule.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Keys of services that watch systems. */
export const MONITORING_RULES: readonly SecretRule[] = [
  near('datadog-api-key', 'API key of Datadog', ['datadog', 'dd_api_key'], '[0-9a-f]{32}'),
  near('datadog-application-key', 'application key of Datadog', ['datadog', 'dd_app_key'], '[0-9a-f]{40}'),
  prefixed('new-relic-user-key', 'user key of New Relic', 'NRAK-', '[A-Z0-9]{27}'),
  marked('new-relic-license-key', 'license key of New Relic', 'FFFFNRAL', {
    offset: 32,
    pattern: '[0-9a-f]{32}FFFFNRAL',
  }),
  prefixed(
    'sentry-organization-token',
    'organization token of Sentry',
    'sntrys_eyJ',
    '[A-Za-z0-9+/=]{80,240}_[A-Za-z0-9+/]{43}',
    {
      alphabet: '+/=',
      longest: 300,
    },
  ),
  prefixed('sentry-user-token', 'user token of Sentry', 'sntryu_', '[0-9a-f]{64}'),
  prefixed('grafana-service-token', 'service account token of Grafana', 'glsa_', '[A-Za-z0-9]{32}_[0-9a-f]{8}'),
  prefixed('grafana-cloud-token', 'access policy token of Grafana Cloud', 'glc_eyJ', '[A-Za-z0-9+/]{60,300}={0,3}', {
    alphabet: '+/=',
    longest: 320,
  }),
  prefixed('dynatrace-token', 'API token of Dynatrace', 'dt0c01.', String.raw`[A-Z2-7]{24}\.[A-Z2-7]{64}`),
  prefixed('honeycomb-ingest-key', 'ingest key of Honeycomb', 'hcaik_01', '[0-9a-z]{56}'),
  prefixed('posthog-personal-key', 'personal API key of PostHog', 'phx_', '[A-Za-z0-9]{43,52}'),
  near('launchdarkly-sdk-key', 'SDK key of LaunchDarkly', 'launchdarkly', `(?:sdk|api|mob)-${UUID}`),
];
