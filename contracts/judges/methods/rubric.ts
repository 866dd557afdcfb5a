import { pointwiseRubricMethod } from '../../../domain/judges/methods/pointwise-rubric-method.ts';
import { blockSetting, textSetting } from '../../wire/configuration-leaf.ts';

/** The settings of a rubric. */
export const RubricSchema = blockSetting({
  id: textSetting({
    form: 'the id of a rubric',
    description: `The rubric; allowed only with the method \`${pointwiseRubricMethod.id}\`.`,
  }),
});
