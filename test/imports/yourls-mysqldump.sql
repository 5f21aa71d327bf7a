-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
--
-- Host: localhost    Database: yourls
-- ------------------------------------------------------
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;

DROP TABLE IF EXISTS `yourls_log`;
CREATE TABLE `yourls_log` (
  `click_id` int NOT NULL AUTO_INCREMENT,
  `shorturl` varchar(100) COLLATE utf8mb4_bin NOT NULL,
  `referrer` varchar(200) NOT NULL DEFAULT '',
  PRIMARY KEY (`click_id`)
);
INSERT INTO `yourls_log` VALUES (1,'ozh','INSERT INTO `yourls_url` VALUES (\'evil\',\'https://evil.example/\',\'\',\'2020-01-01 00:00:00\',\'\',1);'),(2,'ozh','direct');

DROP TABLE IF EXISTS `yourls_url`;
/*!50503 SET character_set_client = utf8mb4 */;
CREATE TABLE `yourls_url` (
  `keyword` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  `url` text CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  `title` text COLLATE utf8mb4_unicode_ci,
  `timestamp` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  `ip` varchar(41) COLLATE utf8mb4_unicode_ci NOT NULL,
  `clicks` int unsigned NOT NULL,
  PRIMARY KEY (`keyword`),
  KEY `ip` (`ip`),
  KEY `timestamp` (`timestamp`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

LOCK TABLES `yourls_url` WRITE;
/*!40000 ALTER TABLE `yourls_url` DISABLE KEYS */;
INSERT INTO `yourls_url` VALUES ('ozh','https://ozh.org/','ozh\'s \"site\", (one) of; many','2013-01-07 16:44:46','127.0.0.1',12),('yourls','https://yourls.org/?a=b;c','YOURLS: Your Own URL Shortener','2013-01-07 16:44:46','127.0.0.1',7),('a.b','https://example.com/dot',NULL,'2014-01-07 16:44:46','127.0.0.1',0);
/*!40000 ALTER TABLE `yourls_url` ENABLE KEYS */;
UNLOCK TABLES;
