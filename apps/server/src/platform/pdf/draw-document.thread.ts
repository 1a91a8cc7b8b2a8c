import { answerQuestions } from '#platform/process/answer-questions.ts';
import { drawDocument } from './draw-document.ts';

answerQuestions(drawDocument);
