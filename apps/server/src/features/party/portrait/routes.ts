import { portraits } from '@usance/api/portrait';
import { PreparedVerb, type Room } from '../../../platform/http/calls/verb.ts';
import { getPortrait } from './portrait.queries.ts';
import { preparePortrait, setPortrait } from './set-portrait.ts';

export const portraitRoom: Room = (mount) =>
  mount(portraits, { set: new PreparedVerb(preparePortrait, setPortrait), get: getPortrait });
