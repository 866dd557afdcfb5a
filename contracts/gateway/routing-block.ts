import { Type } from 'typebox';
import { DEFAULT_TIER_HEADER } from '../../domain/gateway/default-tier-header.ts';
import { blockSetting, listSetting, textSetting } from '../wire/configuration-leaf.ts';

/** The block `routing` of the configuration file, as far as there is one: the models that answer, which judges are held against. */
export const RoutingBlockSchema = blockSetting({
  tiers: Type.Optional(
    listSetting(
      blockSetting({
        name: textSetting({ form: 'the name of a tier', description: 'What the tier is called.' }),
        model: textSetting({ form: 'the name of a model', description: 'The model that answers for it.' }),
      }),
      { form: 'a list of tiers', description: 'Whose answers are judged; a judge must be of another family.' },
    ),
  ),
  overrides: Type.Optional(
    blockSetting({
      tier_header: Type.Optional(
        textSetting(
          {
            form: 'the name of a header in lower case that begins with `x-`',
            fallback: DEFAULT_TIER_HEADER,
            description:
              'The header in which a caller of the gateway names a tier. It goes no further than the gateway.',
          },
          '^x-[a-z0-9-]{1,62}$',
        ),
      ),
    }),
  ),
});
