"""What alembic runs: the revisions, over the connection that the catalogue hands in, in one transaction."""

from alembic import context

from engine.catalogue.records import METADATA, VERSION_TABLE

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
