import { modelsContract } from './models.contract.ts';

modelsContract({
  provider: 'openai',
  model: 'gpt-5',
  keyVariable: 'OPENAI_API_KEY',
  image: (base64) => ({ type: 'input_image', image_url: `data:image/png;base64,${base64}` }),
  pdf: (base64) => ({
    type: 'input_file',
    filename: 'paper.pdf',
    file_data: `data:application/pdf;base64,${base64}`,
  }),
  reasoning: ({ message }) => message.native?.blocks.slice(0, 1) ?? [],
});

modelsContract({
  provider: 'openai-chat',
  model: 'gpt-5',
  keyVariable: 'OPENAI_API_KEY',
  image: (base64) => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }),
  pdf: (base64) => ({ filename: 'paper.pdf', file_data: `data:application/pdf;base64,${base64}` }),
  reasoning: () => [{ reasoning_content: 'First a, then b.' }],
});

modelsContract({
  provider: 'anthropic',
  model: 'claude-sonnet-5',
  keyVariable: 'ANTHROPIC_API_KEY',
  image: (base64) => ({ type: 'base64', media_type: 'image/png', data: base64 }),
  pdf: (base64) => ({
    type: 'document',
    title: 'paper.pdf',
    source: { type: 'base64', media_type: 'application/pdf', data: base64 },
  }),
  reasoning: ({ message }) => message.native?.blocks.slice(0, 1) ?? [],
});
