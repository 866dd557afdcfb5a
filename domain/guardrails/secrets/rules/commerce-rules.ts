import { prefixed, type SecretRule } from './secret-rule.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Credentials of payment services and shops. */
export const COMMERCE_RULES: readonly SecretRule[] = [
  prefixed(
    'stripe-secret-key',
    'secret or restricted key of Stripe',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    '[A-Za-z0-9]{24,247}',
    { longest: 260 },
  ),
  prefixed('stripe-webhook-secret', 'webhook secret of Stripe', 'whsec_', '[A-Za-z0-9+/]{32,64}={0,2}', {
    alphabet: '+/=',
  }),
  prefixed('square-access-token', 'access token of Square', 'EAAA', String.raw`[\w-]{60}`),
  prefixed('square-application-secret', 'application secret of Square', 'sq0csp-', String.raw`[\w-]{43}`),
  prefixed('shopify-token', 'token or secret of Shopify', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[0-9a-fA-F]{32}'),
  prefixed(
    'braintree-access-token',
    'access token of Braintree',
    ['access_token$production$', 'access_token$sandbox$'],
    String.raw`[0-9a-z]{16}\$[0-9a-f]{32}`,
    { alphabet: '$' },
  ),
  prefixed('plaid-access-token', 'access token of Plaid', ['access-sandbox-', 'access-production-'], UUID),
  prefixed('razorpay-key', 'key id of Razorpay', ['rzp_live_', 'rzp_test_'], '[A-Za-z0-9]{14}'),
];
