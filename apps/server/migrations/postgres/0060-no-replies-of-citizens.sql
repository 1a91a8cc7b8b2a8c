-- Which citizen somebody is was kept, sent with an Idempotency-Key, as a hash of the number and with its end in the reply.
delete from idempotency_key where scope like '% citizen.auth';
