export type { Message, ToolCall, UserPart, AssistantPart } from '../contract/message.ts';
export type { ToolSpec, Turn, Usage } from '../contract/model.ts';
export {
  runAgentLoop,
  type AgentLoopOptions,
  type AgentLoopResult,
  type AgentModelAnswer,
  type AgentModelRequest,
  type AgentTool,
} from './agent-loop.ts';
