import type { Currency } from '@usance/contract/currency';
