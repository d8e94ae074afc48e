import { describeSandbox } from './sandbox.contract.ts';

describeSandbox('bwrap');
describeSandbox('none');
