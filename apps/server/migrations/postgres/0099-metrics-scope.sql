-- Metrics have a scope of their own; whoever could read them before still may.
update internal_token set scopes = scopes || array['metrics'] where 'read' = any (scopes) and revoked_at is null;
