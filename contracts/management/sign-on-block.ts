import { Type } from 'typebox';
import { ROLES } from '../../domain/management/roles.ts';
import { SIGN_ON_DEFAULTS } from '../../domain/management/sign-on-settings.ts';
import { blockSetting, listSetting, textSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';

/** An https address, or an http address of this machine, without user, query and fragment. */
const ADDRESS = '^(https://[^\\s/?#@]+|http://(localhost|127\\.0\\.0\\.1)(:\\d{1,5})?)(/[^\\s?#]*)?$';
const ADDRESS_FORM =
  'an https address without user, query and fragment; `http` is possible for `localhost` and `127.0.0.1`';

/** The block `dashboard.sign_on` of the configuration file: the OpenID provider with which users sign on. */
export const SignOnBlockSchema = blockSetting({
  issuer: textSetting(
    {
      form: ADDRESS_FORM,
      description: 'The issuer of the OpenID provider, exactly as its discovery document states it.',
    },
    ADDRESS,
  ),
  client_id: textSetting({
    form: 'the id of a client',
    description: 'The id of this deployment at the provider. Its secret is in `TRUETALLY_SIGN_ON_SECRET`.',
  }),
  redirect_url: textSetting(
    {
      form: ADDRESS_FORM,
      description:
        'The address to which the provider sends browsers back: the origin of the management plane with `/tt/sign-on`, or a page of your own there.',
    },
    ADDRESS,
  ),
  scopes: Type.Optional(
    listSetting(
      textSetting(
        { form: 'a scope without spaces', description: 'A scope.' },
        '^[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,200}$',
      ),
      {
        form: 'a list of scopes',
        fallback: SIGN_ON_DEFAULTS.scopes.join(', '),
        description:
          'The requested scopes. `openid` is always requested. Many providers need `offline_access` for sessions of more than 15 minutes.',
      },
    ),
  ),
  role_claim: Type.Optional(
    textSetting({
      form: 'the name of a claim, or a path of names with dots',
      fallback: SIGN_ON_DEFAULTS.role_claim,
      description: 'The claim with the groups or roles of a user, such as `groups` or `realm_access.roles`.',
    }),
  ),
  roles: listSetting(
    blockSetting({
      value: textSetting({ form: 'a value of the claim', description: 'The value, compared exactly.' }),
      role: literalUnion(ROLES, {
        form: '`viewer`, `operator` or `admin`',
        description: 'The role of users with this value. With several values, the highest role applies.',
      }),
    }),
    { form: 'a list of rules', description: 'The rules that give roles. A user without a rule cannot sign on.' },
    1,
  ),
});
