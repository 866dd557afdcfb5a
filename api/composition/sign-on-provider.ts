import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  refreshTokenGrant,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import type { Clock } from '../../domain/kernel/clock.ts';
import { Refusal } from '../../domain/kernel/errors.ts';
import type { SignOnSettings } from '../../domain/management/sign-on-settings.ts';
import type { ConfirmedUser, SignOnProvider } from '../management/access/sign-on-ports.ts';
import { fetchWithinBytes } from './fetch-within-bytes.ts';

/**
 * The milliseconds for which the endpoints and keys of the provider are kept. A rotated key is known after this time at
 * the latest.
 */
const DISCOVERED_MS = 60_000;

/** The maximum seconds of one request to the provider. A confirmation takes at most five of them. */
const REQUEST_SECONDS = 5;

/** The maximum difference between the clocks of the provider and this process, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** The codes of errors in an answer of the provider that belongs to another sign-on, issuer, client, key or time. */
const REFUSED_CODES: ReadonlySet<string | undefined> = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);

type Tokens = Awaited<ReturnType<typeof refreshTokenGrant>>;

/** The endpoints and keys of the provider. */
interface Discovery {
  find(): Promise<Configuration>;
  /** Looks them up again at the next use. */
  forget(): void;
}

interface ProviderParts {
  readonly settings: SignOnSettings;
  /** The secret at the provider; undefined for a client that only PKCE protects. */
  readonly secret: string | undefined;
  readonly clock: Clock;
  readonly log: { warn(members: object, sentence: string): void };
}

/** Creates the client of an OpenID provider. It sends nothing before its first use. */
export function createSignOnProvider(parts: ProviderParts): SignOnProvider {
  const { settings, clock } = parts;
  const discovered = createDiscovery(parts);
  const asking = { ...parts, discovered };
  const redirectUrl = new URL(settings.redirectUrl).href;

  return {
    authorizationUrl: ({ state, nonce, verifier }) =>
      orUnavailable(asking, async () => {
        const url = buildAuthorizationUrl(await discovered.find(), {
          redirect_uri: redirectUrl,
          scope: settings.scopes.join(' '),
          // Providers that follow the standard grant `offline_access` only to users who are asked.
          ...(settings.scopes.includes('offline_access') && { prompt: 'consent' }),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      }),

    redeem: ({ code, iss }, { state, nonce, verifier }) =>
      orUnavailable(asking, async () => {
        const confirmedAt = clock.now();
        const answered = new URL(redirectUrl);
        answered.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        };
        const configuration = await discovered.find();
        return orRefused(asking, isRefusedAnswer, async () => {
          const tokens = await authorizationCodeGrant(configuration, answered, checks);
          const subject = tokens.claims()?.sub;
          return subject === undefined ? undefined : readUser(configuration, tokens, subject, confirmedAt);
        });
      }),

    confirm: (refreshToken, subject) =>
      orUnavailable(asking, async () => {
        const confirmedAt = clock.now();
        const configuration = await discovered.find();
        return orRefused(asking, isEndedSession, async () => {
          const tokens = await refreshTokenGrant(configuration, refreshToken);
          const stated = tokens.claims()?.sub ?? subject;
          return stated === subject ? readUser(configuration, tokens, subject, confirmedAt) : undefined;
        });
      }),
  };
}

/** Creates the look-up of endpoints and keys. Concurrent callers wait for one request, and a failed one is repeated. */
function createDiscovery({ settings, secret, clock }: ProviderParts): Discovery {
  let kept: { readonly at: number; readonly found: Promise<Configuration> } | undefined;
  const isLocal = settings.issuer.startsWith('http:');
  const forget = (): void => void (kept = undefined);
  const find = (): Promise<Configuration> => {
    const at = clock.now().getTime();
    if (kept !== undefined && at - kept.at < DISCOVERED_MS) return kept.found;
    const found = discovery(
      new URL(settings.issuer),
      settings.clientId,
      { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      secret === undefined ? None() : authenticateBySecret(secret),
      {
        [customFetch]: fetchWithinBytes,
        timeout: REQUEST_SECONDS,
        // The settings allow http only on this machine. The library marks the option so that its uses stand out.
        // oxlint-disable-next-line typescript/no-deprecated
        execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
      },
    );
    const looked = { at, found };
    kept = looked;
    found.catch(() => {
      if (kept === looked) forget();
    });
    return found;
  };
  return { find, forget };
}

/** Sends the secret in the header, which is the default of the standard, unless the provider supports only the body. */
function authenticateBySecret(secret: string): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const isInBody = methods?.includes('client_secret_basic') === false && methods.includes('client_secret_post');
    (isInBody ? inBody : inHeader)(server, client, body, headers);
  };
}

/** The user of an answer, with the claims of the ID token and of the userinfo endpoint, if there is one. */
async function readUser(
  configuration: Configuration,
  tokens: Tokens,
  subject: string,
  confirmedAt: Date,
): Promise<ConfirmedUser> {
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const claims: Record<string, unknown> = {
    ...tokens.claims(),
    ...(hasUserInfo && (await fetchUserInfo(configuration, tokens.access_token, subject))),
  };
  const { preferred_username: preferred } = claims;
  return {
    subject,
    preferredName: typeof preferred === 'string' ? preferred : undefined,
    claims,
    refreshToken: tokens.refresh_token,
    confirmedAt,
  };
}

type Asking = Pick<ProviderParts, 'log'> & { readonly discovered: Discovery };

/** The result of a question; undefined for an error by which the provider, or a check of its answer, says no. */
async function orRefused<Result>(
  { log, discovered }: Asking,
  isRefusal: (error: unknown) => boolean,
  ask: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    discovered.forget();
    log.warn(faultOf(error), 'the sign-on provider does not confirm a user');
    return undefined;
  }
}

/** @throws Refusal `dependency_unavailable` for every error */
async function orUnavailable<Result>({ log, discovered }: Asking, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    discovered.forget();
    log.warn(faultOf(error), 'the sign-on provider does not answer as it should');
    throw new Refusal(
      'dependency_unavailable',
      'The sign-on provider does not answer. Try again, or log in with a password.',
      { cause: error },
    );
  }
}

function isRefusedAnswer(error: unknown): boolean {
  if (error instanceof ClientError) return REFUSED_CODES.has(error.code);
  return error instanceof AuthorizationResponseError || isEndedSession(error);
}

/** True if the provider does not accept a code, a refresh token or an access token any more. */
function isEndedSession(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_grant';
  // The token endpoint answers a wrong secret with such a challenge too, but without this reason.
  return (
    error instanceof WWWAuthenticateChallengeError &&
    error.cause.some(({ parameters }) => parameters.error === 'invalid_token')
  );
}

/** The kind of an error for the log. Its message and its cause can contain tokens. */
function faultOf(error: unknown): { readonly fault: string } {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return { fault: error.error.slice(0, 100) };
  if (error instanceof ClientError) return { fault: error.code ?? error.name };
  return { fault: error instanceof Error ? error.name : 'unknown' };
}
