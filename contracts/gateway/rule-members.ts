import { Type, type TArray, type TEnum, type TOptional, type TString } from 'typebox';
import { STEP_CLASSES, type StepClass } from '../../domain/gateway/step-classes.ts';
import { listSetting, textSetting } from '../wire/configuration-leaf.ts';
import { literalUnion } from '../wire/literal-union.ts';

/** The name of a rule, or of another named part of the file. */
export function nameMember(description: string): TString {
  return textSetting(
    { form: 'a name of at most 64 letters, digits and characters of ._-', description },
    '^[A-Za-z0-9._-]{1,64}$',
  );
}

/** Models by their names, or by a common prefix of several names. */
export function modelsMember(description: string): TArray<TString> {
  return listSetting(
    textSetting(
      { form: 'the name of a model, or its beginning and a `*`', description: 'A model.' },
      '^[^\\s*]{1,128}\\*?$|^\\*$',
    ),
    { form: 'a list of names of models, or of what they begin with and a `*`', description },
    1,
  );
}

/** The endpoints to which a rule applies. */
export function endpointsMember<const Endpoints extends readonly string[]>(
  endpoints: Endpoints,
  whereAbsent: string,
): TOptional<TArray<TEnum<Endpoints[number][]>>> {
  const names = endpoints.join(', ');
  return Type.Optional(
    listSetting(
      literalUnion(endpoints, { form: `one of ${names}`, description: 'An endpoint.' }),
      { form: `a list of ${names}`, description: `The endpoints to which the rule applies; ${whereAbsent} if absent.` },
      1,
    ),
  );
}

/** The step classes to which a rule applies. */
export function stepClassesMember(): TOptional<TArray<TEnum<StepClass[]>>> {
  const names = STEP_CLASSES.join(', ');
  return Type.Optional(
    listSetting(
      literalUnion(STEP_CLASSES, { form: `one of ${names}`, description: 'A step class.' }),
      {
        form: `a list of ${names}`,
        description: 'The stated or derived step classes to which the rule applies; all if absent.',
      },
      1,
    ),
  );
}
