import { describe, expect, it } from 'vitest';
import { namesProviderState } from '../../../../proxy/request/names-provider-state.ts';

const user = (...content: object[]) => [{ role: 'user', content }];

describe('a request continues with the state of one provider', () => {
  it.each<[string, Record<string, unknown>]>([
    ['a response', { previous_response_id: 'resp_1', input: 'go on' }],
    ['a conversation', { conversation: 'conv_1' }],
    ['a conversation in an object', { conversation: { id: 'conv_1' } }],
    ['a stored prompt', { prompt: { id: 'pmpt_1', version: '2' } }],
    ['an item by its id', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
    ['an item by its id alone', { input: [{ id: 'msg_1' }] }],
    ['reasoning that is stored', { input: [{ type: 'reasoning', id: 'rs_1', summary: [] }] }],
    ['reasoning that is encrypted', { input: [{ type: 'reasoning', summary: [], encrypted_content: 'gAAA' }] }],
    ['compaction that is encrypted', { input: [{ type: 'compaction', encrypted_content: 'gAAA' }] }],
    ['a picture of before', { input: [{ type: 'image_generation_call', id: 'ig_1' }] }],
    ['a file of Responses', { input: user({ type: 'input_file', file_id: 'file-1' }) }],
    ['a picture of Responses', { input: user({ type: 'input_image', file_id: 'file-1' }) }],
    [
      'a file in the result of a function',
      { input: [{ type: 'function_call_output', call_id: 'c', output: [{ type: 'input_file', file_id: 'file-1' }] }] },
    ],
    ['a file of Chat Completions', { messages: user({ type: 'file', file: { file_id: 'file-1' } }) }],
    ['speech of before', { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }],
    ['a file of Messages', { messages: user({ type: 'document', source: { type: 'file', file_id: 'file_1' } }) }],
    ['a context that is stored at Google', { cachedContent: 'cachedContents/1' }],
    ['the same name in the other spelling', { cached_content: 'cachedContents/1' }],
    ['a file of Google', { contents: [{ parts: [{ fileData: { fileUri: 'https://g/v1beta/files/1' } }] }] }],
    ['thoughts that are sealed', { contents: [{ parts: [{ functionCall: {}, thoughtSignature: 'S' }] }] }],
    ['a store of files', { tools: [{ fileSearch: { fileSearchStoreNames: ['fileSearchStores/1'] } }] }],
    ['a file for a container', { messages: user({ type: 'container_upload', file_id: 'file_1' }) }],
    [
      'a file in the result of a tool',
      {
        messages: user({
          type: 'tool_result',
          content: [{ type: 'image', source: { type: 'file', file_id: 'file_1' } }],
        }),
      },
    ],
    [
      'results of a search that are encrypted',
      { messages: user({ type: 'x', content: [{ encrypted_content: 'E' }] }) },
    ],
    ['a file in the system text', { system: [{ type: 'document', source: { type: 'file', file_id: 'file_1' } }] }],
    ['a container', { container: 'container_1' }],
    ['a container in an object', { container: { id: 'container_1' } }],
    ['a skill of its own', { container: { skills: [{ type: 'custom', skill_id: 'skill_1' }] } }],
    ['stores of vectors', { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }],
    ['a container of a tool', { tools: [{ type: 'code_interpreter', container: 'cntr_1' }] }],
    ['files of a container', { tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: ['f'] } }] }],
    ['a mask', { tools: [{ type: 'image_generation', input_image_mask: { file_id: 'file-1' } }] }],
    ['a shell', { tools: [{ type: 'shell', environment: { type: 'container_reference', container_id: 'c' } }] }],
    ['an approval', { input: [{ type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }] }],
  ])('%s', (_, body) => {
    expect(namesProviderState(body)).toBe(true);
  });

  it.each<[string, Record<string, unknown>]>([
    ['text', { input: 'previous_response_id' }],
    ['messages', { messages: user({ type: 'text', text: 'file_id' }) }],
    ['members that are empty', { previous_response_id: null, conversation: null, container: null, prompt: null }],
    ['a prompt that is text', { prompt: 'Once upon a time' }],
    ['items in full', { input: [{ type: 'message', id: 'msg_1', role: 'assistant', content: [] }] }],
    ['a call of a function', { input: [{ type: 'function_call', id: 'fc_1', call_id: 'c', arguments: '{}' }] }],
    ['a file in full', { input: user({ type: 'input_file', file_data: 'data:x' }) }],
    ['requested speech', { audio: { voice: 'ash', format: 'mp3' }, modalities: ['text', 'audio'] }],
    ['a new container', { container: { skills: [{ type: 'anthropic', skill_id: 'pdf' }] } }],
    ['a new container of a tool', { tools: [{ type: 'code_interpreter', container: { type: 'auto' } }] }],
    ['a schema', { tools: [{ name: 'f', input_schema: { properties: { file_id: { type: 'string' } } } }] }],
    ['a default in a schema', { tools: [{ function: { parameters: { file_id: 'x' } } }] }],
    ['the arguments of a tool call', { messages: user({ type: 'tool_use', input: { file_id: 'x' } }) }],
    ['metadata', { metadata: { file_id: 'x' }, input: 'x' }],
  ])('and not with %s', (_, body) => {
    expect(namesProviderState(body)).toBe(false);
  });
});
