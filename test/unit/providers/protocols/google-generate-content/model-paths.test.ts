import { describe, expect, it } from 'vitest';
import { modelPaths } from '../../../../../providers/protocols/google-generate-content/model-paths.ts';

const FLASH = 'gemini-2.5-flash';

describe('a path of generateContent', () => {
  it.each([
    ['/v1beta/models/gemini-2.5-flash:generateContent', FLASH, false, false],
    ['/v1/models/gemini-2.5-flash:generateContent', FLASH, false, false],
    ['/v1beta/models/gemini-2.5-flash:streamGenerateContent', FLASH, true, false],
    ['/v1beta/models/gemini-2.5-flash:countTokens', FLASH, false, true],
    ['/v1beta/tunedModels/my-model_1:generateContent', 'tunedModels/my-model_1', false, false],
    [`/v1beta/models/${'a'.repeat(100)}:generateContent`, 'a'.repeat(100), false, false],
  ])('%s names the model %s', (path, model, streaming, isCount) => {
    const route = path.replace(/\/(models|tunedModels)\/[^:]+/, '/models/{model}');
    const call = { route, model, streaming, isCount };
    expect(modelPaths.read(path, undefined)).toEqual(call);
    expect(modelPaths.served).toContain(route);
    expect(modelPaths.called(model, call)).toBe(path);
  });

  it.each([
    '',
    ':generateContent',
    '/v1beta/models',
    '/v1beta/models/gemini-2.5-flash',
    '/v1beta/models/gemini-2.5-flash:embedContent',
    '/v1beta/models/gemini-2.5-flash:generatecontent',
    '/v1beta/models/gemini-2.5-flash%3AgenerateContent',
    '/v1beta/models/gemini-2.5-flash:generateContent/',
    '/v1beta//models/gemini-2.5-flash:generateContent',
    '/v1alpha/models/gemini-2.5-flash:generateContent',
    '/v1beta/cachedContents/x:generateContent',
    '/v1beta/../models/gemini-2.5-flash:generateContent',
    '/v1/models/ft:gpt-4o',
  ])('cannot be %s', (path) => {
    expect(modelPaths.read(path, undefined)).toBeUndefined();
  });

  it.each([
    '',
    '.',
    '..',
    '.hidden',
    '-x',
    'a/b',
    '../a',
    'openai/gpt-5',
    'models/gemini-2.5-flash',
    'a%2Fb',
    '%2e%2e',
    'a:b',
    'a b',
    'ä',
    'a\u0000',
    'a'.repeat(101),
    'a'.repeat(16_000),
    ':'.repeat(16_000),
  ])('refuses %j as a model name, and repeats none of it', (name) => {
    for (const collection of ['models', 'tunedModels']) {
      const read = modelPaths.read(`/v1beta/${collection}/${name}:generateContent`, undefined);
      expect(read).toEqual({
        code: 'invalid_model_name',
        message: expect.stringMatching(/^The path must name a model in 1 to 100 letters/) as string,
      });
    }
  });

  it.each([
    ['key=AIzaSecret', 'key_in_query'],
    ['alt=sse&key=AIzaSecret', 'key_in_query'],
    ['%6bey=AIzaSecret', 'key_in_query'],
    ['access_token=ya29', 'key_in_query'],
    ['oauth_token=ya29', 'key_in_query'],
    ['fields=candidates', 'query_not_supported'],
    ['alt=proto', 'query_not_supported'],
    ['alt=sse&alt=json', 'query_not_supported'],
    ['%24alt=json%3Benum-encoding%3Dint', 'query_not_supported'],
    ['Alt=sse', 'query_not_supported'],
  ])('refuses the query %s, and repeats none of it', (query, code) => {
    const read = modelPaths.read('/v1beta/models/gemini-2.5-flash:generateContent', query);
    expect(read).toMatchObject({ code });
    expect(JSON.stringify(read)).not.toMatch(/AIza|ya29/);
  });

  it.each([undefined, '', 'alt=sse', 'alt=json'])('accepts the query %s', (query) => {
    expect(modelPaths.read('/v1beta/models/gemini-2.5-flash:streamGenerateContent', query)).toMatchObject({
      streaming: true,
    });
  });
});

describe('the path at a provider', () => {
  it.each([
    ['gemini-3-pro', '/v1beta/models/gemini-3-pro:generateContent'],
    ['tunedModels/a', '/v1beta/tunedModels/a:generateContent'],
    // Tiers and entries of the configuration file may have any name.
    ['../../v1/files', '/v1beta/models/..%2F..%2Fv1%2Ffiles:generateContent'],
    ['tunedModels/../x', '/v1beta/tunedModels/..%2Fx:generateContent'],
    ['$&?key=1#x', '/v1beta/models/%24%26%3Fkey%3D1%23x:generateContent'],
  ])('of the model %s does not leave its folder', (model, path) => {
    expect(modelPaths.called(model, undefined)).toBe(path);
  });

  it('is that of the caller, with another model', () => {
    const call = { route: '/v1/models/{model}:streamGenerateContent', model: FLASH, streaming: true, isCount: false };
    expect(modelPaths.called('gemini-3-pro', call)).toBe('/v1/models/gemini-3-pro:streamGenerateContent');
  });
});
