import type { TSchema } from 'typebox';

/** A prompt that forces a structured answer, in the form in which calls to models take it. */
export interface StructuredPrompt {
  readonly system: string;
  readonly messages: readonly [{ readonly role: 'user'; readonly content: string }];
  readonly structured: { readonly name: string; readonly description: string; readonly schema: TSchema };
}
