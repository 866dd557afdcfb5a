// An OpenID provider of `oidc-provider` for tests, as a process of its own. Everybody who signs on is `grace`.
// `/control?groups=a,b` changes the groups of `grace`, and `/control?unknown` removes `grace`.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';

const { PORT, REDIRECT_URL, CLIENT_SECRET, KEY_ID, SKEW_MS = '0' } = process.env;

// The provider reads its time from here.
const realNow = Date.now.bind(Date);
Date.now = () => realNow() + Number(SKEW_MS);
// The provider needs this function of Node.js 22.
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);

const { Provider } = await import('oidc-provider');

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const key = { ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' };
const ACCOUNT = 'grace-at-the-provider';
let groups = ['tally-operators'];
let isKnown = true;

const provider = new Provider(`http://127.0.0.1:${PORT}`, {
  clients: [
    {
      client_id: 'truetally',
      client_secret: CLIENT_SECRET,
      redirect_uris: [REDIRECT_URL],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
  ],
  jwks: { keys: [key] },
  cookies: { keys: ['a key of tests'] },
  scopes: ['openid', 'profile', 'groups'],
  claims: { openid: ['sub'], profile: ['preferred_username', 'email'], groups: ['groups'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 60,
    Grant: 3_600,
    IdToken: 60,
    Interaction: 600,
    RefreshToken: 3_600,
    Session: 3_600,
  },
  issueRefreshToken: () => Promise.resolve(true),
  rotateRefreshToken: true,
  findAccount: (_context, accountId) =>
    Promise.resolve(
      isKnown
        ? {
            accountId,
            claims: () =>
              Promise.resolve({ sub: accountId, preferred_username: 'grace', email: 'ada@example.com', groups }),
          }
        : undefined,
    ),
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid profile groups');
    await grant.save();
    return grant;
  },
});

const answer = provider.callback();
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://provider');
  if (pathname === '/control') {
    isKnown = !searchParams.has('unknown');
    groups = searchParams.get('groups')?.split(',') ?? groups;
    response.end('changed');
  } else if (pathname.startsWith('/interaction/')) {
    provider
      .interactionFinished(request, response, { login: { accountId: ACCOUNT } })
      .catch((error) => response.writeHead(500).end(String(error)));
  } else {
    answer(request, response);
  }
});
server.listen(Number(PORT), '127.0.0.1');
