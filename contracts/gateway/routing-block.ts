import { Type } from 'typebox';
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
});
